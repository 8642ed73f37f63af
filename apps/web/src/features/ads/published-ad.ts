import type { Ad } from "@studbook/domain/schemas/ad";

/** A listing that was just created, which My Ads announces. It travels in the history's state. */
export type PublishedAd = Pick<Ad, "id" | "dogName" | "breed" | "state">;
