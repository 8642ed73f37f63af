import type { Breed } from "@studbook/domain/breeds";
import type { Tier } from "@studbook/domain/plans";
import type { StudRecord } from "@studbook/domain/schemas/record/record";
import type { StateCode } from "@studbook/domain/states";
import type { PortraitJob } from "./portraits/portrait-job.ts";

export type DemoUser = {
  id: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  isAdmin: boolean;
  isActive: boolean;
  membershipTier: Tier | null;
  membershipExpiresAt: Date | null;
  createdAt: Date;
};

export type DemoAd = {
  id: string;
  userId: string;
  dogName: string;
  breed: Breed;
  state: StateCode;
  /** 'YYYY-MM-DD' */
  birthdate: string;
  /** Whole dollars. */
  studFee: number;
  description: string;
  ownerName: string;
  ownerEmail: string;
  ownerPhone: string | null;
  /** In gallery order. Several ads may show the same portrait. */
  photos: PortraitJob[];
  createdAt: Date;
  updatedAt: Date;
  /** undefined if the owner states nothing. */
  record: StudRecord | undefined;
  /** When the ad returns if its owner has paused it. */
  pausedUntil: Date | "infinity" | null;
};

export type DemoPayment = {
  id: string;
  userId: string;
  stripePaymentIntentId: string;
  /** Cents. */
  amount: number;
  membershipTier: Tier;
  status: "succeeded" | "failed";
  /** The membership year that it pays for, without the end. null if the payment failed. */
  period: { from: Date; to: Date } | null;
  createdAt: Date;
};

export type DemoData = { users: DemoUser[]; ads: DemoAd[]; payments: DemoPayment[] };
