import type { Kind } from "../state/kinds.ts";
import type { Store } from "../state/store.ts";
import { invalidRequest } from "./api-error.ts";
import { listPage } from "./list-page.ts";

const EXPANDABLE: Record<string, Kind> = {
  latest_charge: "charge",
  charge: "charge",
  payment_method: "payment_method",
  payment_intent: "payment_intent",
  customer: "customer",
};

type Node = Record<string, unknown>;

/**
 * Returns a copy with IDs replaced by objects. Paths look like `latest_charge`,
 * `latest_charge.refunds` or, in a list, `data.latest_charge`.
 *
 * @throws ApiError 400 if a property cannot be expanded.
 */
export function expand(store: Store, object: object, paths: readonly string[]): object {
  const copy: object = structuredClone(object);
  if (isNode(copy)) for (const path of paths) walk(store, copy, path.split("."), path);
  return copy;
}

function walk(store: Store, node: Node, [name = "", ...rest]: string[], path: string): void {
  if (node.object === "list" && name === "data") {
    const children = Array.isArray(node.data) ? node.data.filter(isNode) : [];
    for (const child of children) walk(store, child, rest, path);
    return;
  }
  const value = node[name];
  if (node.object === "charge" && name === "refunds") node.refunds = refundsOf(store, node.id);
  else if (EXPANDABLE[name] && name in node) {
    if (typeof value === "string") {
      node[name] = structuredClone(store.find(EXPANDABLE[name], value)) ?? value;
    }
  } else {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: "expand" });
  }
  const child = node[name];
  if (rest.length > 0 && isNode(child)) walk(store, child, rest, path);
}

function refundsOf(store: Store, charge: unknown) {
  const all = store.list("refund").filter((refund) => refund.charge === charge);
  return listPage(all, {}, `/v1/charges/${charge}/refunds`);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
