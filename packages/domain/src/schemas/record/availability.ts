import { AVAILABILITY_STATUSES } from "../../record/choices.ts";
import { DESPITE_ISSUES, strictObject } from "../strict-object.ts";
import { z } from "../z.ts";
import { choice, pastDay, readOnly } from "./fields.ts";

/** What is answered of the availability. */
export const Availability = z.object({
  status: z.enum(AVAILABILITY_STATUSES).meta({
    description: "`frozen-only`: the dog is retired or has died, and frozen semen is available",
  }),
  since: z.string().optional().meta({
    format: "date",
    description: "Since when only frozen semen is available",
  }),
  pausedUntil: z.string().nullable().optional().meta({
    format: "date",
    description:
      "The day on which a paused ad is public again; null if it is paused without an end. Only its owner and admins get this field.",
  }),
});

/** The availability in requests; `today` as in `pastDay`. */
export function availabilityOn(today?: string) {
  return strictObject({
    status: choice("Availability", AVAILABILITY_STATUSES, "The default is `available`").default(
      "available",
    ),
    since: pastDay(
      "Frozen-only date",
      "Since when only frozen semen is available; required for `frozen-only`, not before the dog's birth",
      today,
    ).optional(),
    pausedUntil: readOnly("Ignored; use `POST /api/ads/{id}/pause`"),
  })
    .superRefine(({ status, since }, context) => {
      if (status === "frozen-only" && since === undefined) {
        const message = "Frozen-only date is required";
        context.addIssue({ code: "custom", path: ["since"], message });
      }
      if (status === "available" && since !== undefined) {
        const message = "Frozen-only date needs the availability frozen-only";
        context.addIssue({ code: "custom", path: ["since"], message });
      }
    }, DESPITE_ISSUES)
    .transform(({ status, since }) => ({ status, ...(since !== undefined && { since }) }));
}
