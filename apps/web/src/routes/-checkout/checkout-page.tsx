import type { Settings } from "@studbook/api/page-contract";
import { isTier } from "@studbook/domain/plans";
import { useCurrentUser } from "../../features/auth/use-current-user.ts";
import { PurchaseSteps } from "../../features/payments/purchase-steps.tsx";
import { useDocumentNavigation } from "../../features/payments/use-document-navigation.ts";
import { pageWidth } from "../../layout/page-width.ts";
import type { Data } from "../../trpc.ts";
import { Checkout } from "./checkout.tsx";

type CheckoutPageProps = {
  data: Data;
  settings: Settings;
  tier: string | undefined;
  coupon: string | undefined;
};

export function CheckoutPage({ data, settings, tier, coupon }: CheckoutPageProps) {
  useDocumentNavigation();
  const user = useCurrentUser();
  if (!isTier(tier) || !settings.payments) return null;
  const { payments } = settings;
  return (
    <div className={`grid gap-6 pt-8 pb-18 ${pageWidth}`}>
      <title>Checkout · Studbook</title>
      <meta name="robots" content="noindex" />
      <PurchaseSteps user={user} step="payment" />
      <h1>Checkout</h1>
      <Checkout key={tier} {...{ data, settings, payments, tier, coupon }} />
    </div>
  );
}
