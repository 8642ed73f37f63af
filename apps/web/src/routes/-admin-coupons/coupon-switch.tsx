import { Button } from "@studbook/ui/button";
import { type AdminCoupon, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { api } from "../../member-api.ts";
import type { Data } from "../../trpc.ts";

type CouponSwitchProps = { coupon: AdminCoupon; data: Data };

/** Switches a coupon off and on again; a checkout that has reserved it keeps its price. */
export function CouponSwitch({ coupon: { id, code, active }, data }: CouponSwitchProps) {
  const { mutateAsync, isPending } = api.admin.changeCoupon.useMutation();
  const turn = async () => {
    if (isPending) return;
    try {
      await mutateAsync({ id, active: !active });
    } catch (error) {
      const failure = describeFailure(error);
      if (failure.code === "NOT_SIGNED_IN") return;
      return void showToast({ title: "Error", text: failure.text, tone: "destructive" });
    }
    void showToast({ title: `${code} is switched ${active ? "off" : "on"}`, tone: "success" });
    await refreshAdmin(data);
  };
  return (
    <Button
      variant={active ? "quiet" : "secondary"}
      size="small"
      aria-disabled={isPending || undefined}
      onClick={() => void turn()}
    >
      {isPending ? "One moment…" : `Switch ${active ? "off" : "on"}`}
      <span className="sr-only"> {code}</span>
    </Button>
  );
}
