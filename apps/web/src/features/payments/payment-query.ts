/** The query of /checkout. */
export function readTier({ tier }: Record<string, unknown>): { tier?: string } {
  return typeof tier === "string" ? { tier } : {};
}

/** The query of /signup/payment, as the provider's or another program's link has it. */
export function readPaymentQuery(query: Record<string, unknown>): {
  tier?: string;
  client_secret?: string;
} {
  const { client_secret } = query;
  return { ...readTier(query), ...(typeof client_secret === "string" && { client_secret }) };
}
