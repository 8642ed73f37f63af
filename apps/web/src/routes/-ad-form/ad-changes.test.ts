import { dog, LAST_DAY, studRecordOf } from "@studbook/domain/test/record-arbitrary";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fakeAd } from "../../../test/fake-api.ts";
import { findChanges, listChangedLabels } from "./ad-changes.ts";
import { type AdFormValues, adFormSchema, toFormValues } from "./ad-form-values.ts";
import { EMPTY_TEST } from "./record/health.ts";

const schema = adFormSchema(LAST_DAY);

const ad = fakeAd(1, {
  record: {
    identity: { registeredName: "Bell Ringer", color: "Brindle" },
    place: { zip: "76701", city: "Waco" },
    terms: { deposit: 200 },
  },
});
const before = toFormValues(ad);

/** Returns what is sent after a change. */
const changesOf = (change: (values: AdFormValues) => void) => {
  const values = structuredClone(before);
  change(values);
  return findChanges(ad, schema.parse(values));
};

describe("findChanges", () => {
  test("finds none in an unchanged ad, whatever its record", () => {
    fc.assert(
      fc.property(dog.chain(studRecordOf), (record) => {
        const same = { ...fakeAd(1), record };
        expect(findChanges(same, schema.parse(toFormValues(same)))).toEqual({});
      }),
    );
  });

  test("sends a changed field and a whole changed part, and nothing else", () => {
    expect(
      changesOf((values) => {
        values.studFee = "1,400";
        values.record.identity.color = "Fawn";
      }),
    ).toEqual({
      studFee: 1400,
      record: { identity: { registeredName: "Bell Ringer", color: "Fawn" } },
    });
  });

  test("sends the photos only if they differ, or are in another order", () => {
    const [image = ""] = ad.images;
    const sent = (images: string[]) => findChanges(ad, { ...schema.parse(before), images });
    expect(sent([image])).toEqual({});
    expect(sent(["/new", image])).toEqual({ images: ["/new", image] });
  });

  test("clears a part with null", () => {
    expect(
      changesOf((values) => {
        values.record.terms.deposit = " ";
        values.zip = "";
      }),
    ).toEqual({ record: { terms: null, place: null } });
  });

  test("ignores another spelling of the same value", () => {
    expect(
      changesOf((values) => {
        values.studFee = "$1,200";
        values.record.terms.deposit = "$200 ";
      }),
    ).toEqual({});
  });

  test("sends the ZIP code with a changed state, so that one of another state is refused", () => {
    expect(
      changesOf((values) => {
        values.state = "OH";
      }),
    ).toEqual({ state: "OH", record: { place: { zip: "76701" } } });
  });
});

test("lists the labels of what has changed in the order of the form", () => {
  const now = structuredClone(before);
  now.record.terms.deposit = "300";
  now.record.breeding.littersSired = "4";
  now.record.identity.dnaProfileNumber = "V1";
  now.record.pedigree.ancestors["sire-dam"] = "CH Dawn";
  now.record.health.tests.push({ ...EMPTY_TEST, test: "hips" });
  expect(listChangedLabels(before, now)).toEqual([
    "DNA profile number",
    "sire's dam",
    "litters sired",
    "deposit",
  ]);
  now.record.health.tests = [{ ...EMPTY_TEST, test: "hips", registry: "OFA", result: "Good" }];
  expect(listChangedLabels(before, now)).toContain("health tests");
});
