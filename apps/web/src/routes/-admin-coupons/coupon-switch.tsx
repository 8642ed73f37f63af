import { Button } from "@studbook/ui/button";
import { type AdminCoupon, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";

type CouponSwitchProps = { coupon: AdminCoupon; data: Data };

/** Switches a coupon off and on. A checkout that has reserved it keeps its price. */
export function CouponSwitch({ coupon: { id, code, active }, data }: CouponSwitchProps) {
  const { run, isPending } = useAction("admin.changeCoupon");
  const turn = async () => {
    if (isPending) return;
    const { isDone } = await run({ id, active: !active });
    if (!isDone) return;
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
