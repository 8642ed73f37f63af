import { couponBadge } from "@studbook/domain/coupons";
import { Badge } from "@studbook/ui/badge";
import { Button } from "@studbook/ui/button";
import { Cell, Row, Table } from "@studbook/ui/table";
import { getNow } from "../../clock.ts";
import { type AdminCoupon, refreshAdmin } from "../../features/admin/admin-queries.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import type { Data } from "../../trpc.ts";
import {
  decideDisplayState,
  describeDates,
  describeUses,
  STATE_BADGES,
} from "./describe-coupon.ts";
import { EditCoupon } from "./edit-coupon.tsx";

const COLUMNS = [
  { label: "Coupon" },
  { label: "Valid (UTC)" },
  { label: "Uses", isNumber: true },
  { label: "Actions" },
];

type CouponsTableProps = { coupons: AdminCoupon[]; data: Data };

export function CouponsTable({ coupons, data }: CouponsTableProps) {
  const now = getNow();
  return (
    <Table caption="Coupons, newest first" columns={COLUMNS}>
      {coupons.map((coupon) => (
        <CouponRow key={coupon.id} coupon={coupon} now={now} data={data} />
      ))}
    </Table>
  );
}

type CouponRowProps = { coupon: AdminCoupon; now: Date; data: Data };

function CouponRow({ coupon, now, data }: CouponRowProps) {
  const { label, tone } = STATE_BADGES[decideDisplayState(coupon, now)];
  return (
    <Row tabIndex={-1}>
      <Cell className="align-top [overflow-wrap:anywhere] max-sm:col-span-full sm:w-1/3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <b className="text-lg font-semibold">{coupon.code}</b>
          <Badge>{couponBadge(coupon)}</Badge>
        </p>
        <p className="text-ink-soft">{coupon.description}</p>
      </Cell>
      <Cell className="align-top max-sm:col-span-full max-sm:flex max-sm:flex-wrap max-sm:items-center max-sm:gap-x-3">
        <Badge tone={tone}>{label}</Badge>
        <p className="text-ink-soft sm:mt-1">{describeDates(coupon)}</p>
      </Cell>
      <Cell
        isNumber
        className="align-top lg:whitespace-nowrap max-sm:col-span-full max-sm:text-left"
      >
        <span aria-hidden="true" className="text-ink-soft sm:hidden">
          Uses:{" "}
        </span>
        {describeUses(coupon)}
      </Cell>
      <Cell className="align-top max-sm:col-span-full max-sm:pt-2">
        <div className="grid gap-2 whitespace-nowrap max-sm:grid-cols-2 lg:flex">
          <EditCoupon coupon={coupon} data={data} />
          <CouponToggle coupon={coupon} data={data} />
        </div>
      </Cell>
    </Row>
  );
}

type CouponToggleProps = { coupon: AdminCoupon; data: Data };

/** Enables or disables a coupon. A checkout that has reserved it keeps its price. */
function CouponToggle({ coupon: { id, code, active }, data }: CouponToggleProps) {
  const { run, isPending } = useAction("admin.changeCoupon");
  const toggle = async () => {
    if (isPending) return;
    const { isDone } = await run({ id, active: !active });
    if (!isDone) return;
    void showToast({ title: `${code} is ${active ? "disabled" : "enabled"}`, tone: "success" });
    await refreshAdmin(data);
  };
  return (
    <Button
      variant={active ? "quiet" : "secondary"}
      size="small"
      aria-disabled={isPending || undefined}
      onClick={() => void toggle()}
    >
      {isPending ? "One moment…" : active ? "Disable" : "Enable"}
      <span className="sr-only"> {code}</span>
    </Button>
  );
}
