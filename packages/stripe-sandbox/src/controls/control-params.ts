import { z } from "zod";

const times = z.number().int().min(1).max(1_000_000).default(1);
const when = z.enum(["before", "after"]).default("before");
const ms = z.number().int().min(0).max(600_000);
const where = {
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  path: z.string().startsWith("/v1/"),
  times,
  when,
};

export const FaultParams = z.discriminatedUnion("kind", [
  z.strictObject({ ...where, kind: z.literal("delay"), ms }),
  z.strictObject({
    ...where,
    kind: z.literal("error"),
    status: z.union([z.literal(429), z.literal(500)]),
  }),
  z.strictObject({ ...where, kind: z.literal("drop") }),
]);
export type FaultParams = z.input<typeof FaultParams>;

const types = z.array(z.string()).min(1).optional();

export const RuleParams = z.discriminatedUnion("action", [
  z.strictObject({ action: z.literal("lose"), types, times }),
  z.strictObject({ action: z.literal("duplicate"), types, times }),
  z.strictObject({ action: z.literal("delay"), types, times, ms }),
]);
export type RuleParams = z.input<typeof RuleParams>;

/** null removes the endpoint. */
export const EndpointParams = z.strictObject({
  endpoint: z.strictObject({ url: z.url(), secret: z.string().min(1) }).nullable(),
});

export const ResendParams = z.strictObject({ event: z.string() });

export const OpenDisputeParams = z
  .strictObject({
    charge: z.string(),
    payment_intent: z.string(),
    reason: z.string(),
    amount: z.number().int().min(1),
  })
  .partial();
export type OpenDisputeParams = z.input<typeof OpenDisputeParams>;

export const CloseDisputeParams = z.strictObject({
  dispute: z.string(),
  status: z.enum(["won", "lost"]),
});
