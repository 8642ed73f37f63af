import { strictObject } from "../strict-object.ts";
import { z } from "../z.ts";
import { readOnly } from "./fields.ts";

const ZIP = /^\d{5}$/;

/** What is answered of the place. */
export const Place = z.object({
  zip: z.string().optional().meta({
    description: "The ZIP code. Only the ad's owner and admins get this field.",
  }),
  city: z.string().meta({ description: "The city of the ZIP code" }),
});

/** The place in requests. Without a ZIP code there is no place. */
export const PlaceInput = strictObject({
  zip: z
    .string({ error: "ZIP code must be text" })
    .trim()
    .regex(ZIP, "ZIP code must be five digits")
    .meta({ description: "A known ZIP code in the ad's state" })
    .optional(),
  city: readOnly("Ignored; it follows from the ZIP code"),
}).transform(({ zip }) => (zip === undefined ? null : { zip }));
