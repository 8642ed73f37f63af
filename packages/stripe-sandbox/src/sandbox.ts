import { invalidRequest, resourceMissing } from "./http/api-error.ts";
import type { Kind, Kinds } from "./state/kinds.ts";
import type { Store } from "./state/store.ts";

/** The Stripe API version that the sandbox implements. */
export const API_VERSION = "2026-10-28.endive";

/** The context of an operation. */
export type Sandbox = {
  store: Store;
  clock: () => Date;
  /** The origin that the caller used to reach the sandbox. */
  origin: string;
  /** Called with each new event, inside the transaction that created it. */
  onEvent: (event: Kinds["event"]) => void;
  /** The current call, which its events refer to. */
  request: { id: string | null; idempotency_key: string | null };
};

/** Unix time in seconds. */
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
 * Returns the object with this ID. `param` is the parameter that the ID was sent in, if it was not in the path.
 *
 * @throws ApiError if the object does not exist: 404 for an ID in the path, 400 for one in a parameter
 */
export function getObject<K extends Kind>(
  { store }: Sandbox,
  kind: K,
  id: string,
  param?: string,
): Kinds[K] {
  const found = store.find(kind, id);
  if (found) return found;
  if (!param) throw resourceMissing(NOUNS[kind], id, kind === "payment_intent" ? "intent" : "id");
  throw invalidRequest(`No such ${NOUNS[kind]}: '${id}'`, { code: "resource_missing", param });
}
