import type { OfaBreed } from "./breed-codes.ts";
import type { OfaTest } from "./test-codes.ts";

/** A piece of an OFA number between two joints. */
export type OfaPart = {
  kind:
    | "breed"
    | "test"
    | "number"
    | "rating"
    | "age"
    | "sex"
    | "examiner"
    | "restraint"
    | "identification"
    | "outcome"
    | "unknown";
  /** As written. */
  text: string;
  /** The separators after it, as written. The texts and joints of all parts are the number. */
  joint: string;
  /** A short phrase such as 'at 26 months'; undefined for an unknown code. */
  meaning: string | undefined;
};

/** What an OFA number says. What it does not say is undefined. */
export type OfaReading = {
  parts: readonly OfaPart[];
  /** In capital letters. */
  breedCode: string;
  breed: OfaBreed | undefined;
  test: OfaTest | undefined;
  /** What was tested: 'hips', 'Degenerative myelopathy'. */
  testName: string | undefined;
  /** In OFA's words: 'Excellent', 'Normal', 'Carrier'. */
  result: string | undefined;
  ageInMonths: number | undefined;
  /** 'male' or 'female'. */
  sex: string | undefined;
  /** 'chemical restraint', for hips and elbows. */
  restraint: string | undefined;
  /** 'by a cardiologist', for hearts. */
  examiner: string | undefined;
  /** 'permanently identified'. */
  identification: string | undefined;
};
