import { utcDay } from "@studbook/domain/age";
import { formatDate } from "@studbook/domain/format";
import type { ListedAd } from "@studbook/domain/schemas/ad";

/** Whether the public sees a listing, and if not, why: an admin hid it, its owner's membership ended, or it is paused. */
export type AdState = { kind: "public" | "hidden" | "ended" | "paused"; text: string };

type AdVisibility = Pick<ListedAd, "createdAt" | "hiddenReason" | "hiddenSince" | "availability">;

/** Whether the public sees a listing, by what its owner gets to know of it. */
export function isPublicAd({ hiddenReason, hiddenSince, availability }: AdVisibility): boolean {
  return [hiddenReason, hiddenSince, availability?.pausedUntil].every((it) => it === undefined);
}

/** Describes to its owner whether the public sees a listing at `now`: one state if it is public, else every reason. */
export function listAdStates(ad: AdVisibility, now: Date): AdState[] {
  const { createdAt, hiddenReason, hiddenSince, availability } = ad;
  const states: AdState[] = [];
  if (hiddenReason !== undefined) states.push({ kind: "hidden", text: "Hidden by us" });
  if (hiddenSince !== undefined) states.push({ kind: "ended", text: describeEnd(hiddenSince) });
  const until = availability?.pausedUntil;
  if (until !== undefined) {
    const end = until === null ? "you show it again" : formatDate(until);
    states.push({ kind: "paused", text: `Paused until ${end}. Not in search` });
  }
  if (states.length > 0) return states;
  const isNew = utcDay(new Date(createdAt)) === utcDay(now);
  const since = isNew ? "today" : formatDate(createdAt);
  return [{ kind: "public", text: `Public since ${since}` }];
}

function describeEnd(hiddenSince: string | null): string {
  return hiddenSince === null
    ? "Hidden: you have no membership"
    : `Hidden: your membership ended on ${formatDate(hiddenSince)}`;
}
