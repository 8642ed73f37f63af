/** 'Basic' or 'Premium'. */
export function tierName(tier: "basic" | "premium"): string {
  return tier === "basic" ? "Basic" : "Premium";
}
