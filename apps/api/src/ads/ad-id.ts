import { z } from "@studbook/domain/schemas/z";

/** The input of a call on one ad. */
export const AdId = z.object({ id: z.string("Ad ID is required") }, "Ad ID is required");

export type AdId = z.output<typeof AdId>;
