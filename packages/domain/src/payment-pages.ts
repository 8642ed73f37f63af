import type { Page } from "./pages.ts";

// In its own file so that the first page does not download it.

/** The pages that load Stripe's script. Their documents have a different content security policy. */
export const PAYMENT_PAGES: readonly string[] = ["/checkout", "/signup/payment"] satisfies Page[];
