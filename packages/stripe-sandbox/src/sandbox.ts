import { invalidRequest, noSuch } from "./http/api-error.ts";
import type { Kind, Kinds } from "./state/kinds.ts";
import type { Store } from "./state/store.ts";

/** The version of Stripe's interface that the objects follow. */
export const API_VERSION = "2026-10-28.endive";

/** What an operation works with. */
export type Sandbox = {
  store: Store;
  clock: () => Date;
  /** The address under which the caller reached the sandbox. */
  origin: string;
  /** Called with the id of each new event, inside the transaction that made it. */
  onEvent: (event: Kinds["event"]) => void;
  /** The call that is being answered, for the events it makes. */
  request: { id: string | null; idempotency_key: string | null };
};

/** Seconds since 1970. */
export function nowInSeconds({ clock }: Pick<Sandbox, "clock">): number {
  return Math.floor(clock().getTime() / 1000);
}

const NOUNS: Record<Kind, string> = {
  payment_intent: "payment_intent",
  payment_method: "PaymentMethod",
  charge: "charge",
  refund: "refund",
  dispute: "dispute",
  customer: "customer",
  event: "event",
  challenge: "challenge",
};

/**
 * The object of this id, which the address names or, with `param`, a parameter.
 *
 * @throws ApiError 404, or 400 for one that a parameter names.
 */
export function getObject<K extends Kind>(
  { store }: Sandbox,
  kind: K,
  id: string,
  param?: string,
): Kinds[K] {
  const found = store.find(kind, id);
  if (found) return found;
  if (!param) throw noSuch(NOUNS[kind], id, kind === "payment_intent" ? "intent" : "id");
  throw invalidRequest(`No such ${NOUNS[kind]}: '${id}'`, { code: "resource_missing", param });
}
