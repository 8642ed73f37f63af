import { formatDate } from "@studbook/domain/format";
import { membershipState } from "@studbook/domain/membership";
import { buttonClass } from "@studbook/ui/button";
import { PlanLine } from "@studbook/ui/plan-line";
import { getNow } from "../../clock.ts";
import { findRenewal } from "../../features/account/find-renewal.ts";
import type { CurrentUser } from "../../features/auth/current-user.ts";

type ListingsStateProps = {
  user: CurrentUser;
  /** How many listings the operator has hidden. */
  hiddenCount: number;
  /** How many of the others are paused. */
  pausedCount: number;
};

/** Whether the public sees the owner's listings, and what to do if it does not. */
export function ListingsState({ user, hiddenCount, pausedCount }: ListingsStateProps) {
  const { adCount } = user;
  const now = getNow();
  const state = membershipState(user, now);
  if (user.isAdmin || state.kind === "active") {
    if (adCount === 0) return null;
    const liveCount = adCount - hiddenCount - pausedCount;
    const live = liveCount === 1 ? "1 listing is live" : `${liveCount} listings are live`;
    const paused = pausedCount === 0 ? "" : `, ${pausedCount} paused`;
    const hidden = hiddenCount === 0 ? "" : `, ${hiddenCount} hidden by us`;
    return (
      <PlanLine>
        <b>{live + paused + hidden}.</b>
      </PlanLine>
    );
  }
  if (state.kind === "none") return null;
  const date = formatDate(state.expiresAt);
  const renewal = findRenewal(user, state.tier, now);
  return (
    <PlanLine
      action={
        <a href={renewal.href} className={buttonClass({ size: "small" })}>
          {renewal.label}
        </a>
      }
    >
      <b>
        {adCount === 0
          ? `Your membership ended on ${date}.`
          : `Your ${adCount === 1 ? "listing has" : "listings have"} been hidden since ${date}.`}
      </b>
    </PlanLine>
  );
}
