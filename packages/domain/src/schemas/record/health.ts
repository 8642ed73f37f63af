import {
  HEALTH_TESTS,
  MAX_HEALTH_TESTS,
  needsName,
  TEST_REGISTRIES,
} from "../../record/health-tests.ts";
import { DESPITE_ISSUES, strictObject } from "../strict-object.ts";
import { requiredText } from "../text.ts";
import { z } from "../z.ts";
import { choice, optionalText, optionalUrl, pastDay } from "./fields.ts";

/** A row of the health tests; `today` as in `pastDay`. */
export function healthTestOn(today?: string) {
  return strictObject({
    test: choice("Test", HEALTH_TESTS, "What was tested"),
    name: optionalText({
      label: "Test name",
      max: 80,
      description: "Which test it was; required for `dna` and `other`",
    }),
    registry: choice("Registry or laboratory", TEST_REGISTRIES, "Who recorded the result"),
    laboratory: optionalText({ label: "Laboratory", max: 80 }),
    result: requiredText({ label: "Result", max: 60 }).meta({
      description: "The result in the registry's words",
    }),
    date: pastDay("Test date", "The date on the certificate", today).optional(),
    number: optionalText({ label: "Certificate number", max: 40 }),
    url: optionalUrl("Link to the result", "A page or file with the result"),
  }).superRefine(({ test, name }, context) => {
    if (name !== undefined || !needsName(test)) return;
    const message = `Test name is required for ${test === "dna" ? "DNA tests" : "other tests"}`;
    context.addIssue({ code: "custom", path: ["name"], message });
  }, DESPITE_ISSUES);
}

/** The health tests; `today` as in `pastDay`. */
export function healthOn(today?: string) {
  return strictObject({
    chicNumber: optionalText({
      label: "CHIC number",
      max: 12,
      description: "The number in the Canine Health Information Center",
    }),
    tests: z
      .array(healthTestOn(today), { error: "Health tests must be a list" })
      .max(MAX_HEALTH_TESTS, `A record can have up to ${MAX_HEALTH_TESTS} health tests`)
      .meta({ description: `Up to ${MAX_HEALTH_TESTS} tests, in the order of the ad's page` })
      .optional(),
  });
}

export type Health = z.output<ReturnType<typeof healthOn>>;
export type HealthTestRow = z.output<ReturnType<typeof healthTestOn>>;
