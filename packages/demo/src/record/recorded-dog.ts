import type { Breed } from "@studbook/domain/breeds";
import type { TestKind } from "@studbook/domain/record/health-tests";
import type { Says } from "../data/sentence.ts";

/** What a record must agree with. */
export type RecordedDog = {
  breed: Breed;
  /** 'YYYY-MM-DD', as all days. */
  birthdate: string;
  /** The UTC day on which the record is made. */
  today: string;
  studFee: number;
  color: string;
  pounds: number;
  registeredName: string;
  /** The title before the name. */
  prefix: string | undefined;
  kennelName: string | undefined;
  place: { zip: string; city: string };
  says: Says;
  isFrozenOnly: boolean;
  /** The health tests that the breed's parent club lists. */
  clubTests: readonly TestKind[];
};
