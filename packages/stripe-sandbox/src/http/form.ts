import { ParameterError } from "./api-error.ts";

export type Tree = string | Tree[] | { [key: string]: Tree };

const KEY = /^([^[\]]+)((?:\[[^[\]]*\])*)$/;
const MAX_DEPTH = 8;

type Branch = Map<string, string | Branch>;

/**
 * Parses Stripe's form encoding: `metadata[userId]=1&expand[]=latest_charge`. If all keys are numeric
 * or empty, the result is a list.
 *
 * @throws ParameterError if a key is malformed.
 */
export function parseForm(text: string): { [key: string]: Tree } {
  const root: Branch = new Map();
  for (const [key, value] of new URLSearchParams(text)) put(root, pathOf(key), value);
  const tree: { [key: string]: Tree } = {};
  for (const [key, branch] of root) tree[key] = grow(branch);
  return tree;
}

function pathOf(key: string): string[] {
  const [, first, rest = ""] = KEY.exec(key) ?? [];
  const path = first
    ? [first, ...Array.from(rest.matchAll(/\[([^\]]*)\]/g), ([, k = ""]) => k)]
    : [];
  if (path.length === 0 || path.length > MAX_DEPTH || path.includes("__proto__")) {
    throw new ParameterError(`Invalid parameter name: ${key}`, { code: "parameter_unknown" });
  }
  return path;
}

function put(branch: Branch, path: string[], value: string): void {
  const [head = "", ...tail] = path;
  const key = head === "" ? String(branch.size) : head;
  if (tail.length === 0) {
    branch.set(key, value);
    return;
  }
  const next = branch.get(key);
  const child: Branch = next instanceof Map ? next : new Map();
  branch.set(key, child);
  put(child, tail, value);
}

function grow(branch: string | Branch): Tree {
  if (typeof branch === "string") return branch;
  const keys = [...branch.keys()];
  if (keys.every((key) => /^\d+$/.test(key))) return [...branch.values()].map(grow);
  return Object.fromEntries([...branch].map(([key, child]) => [key, grow(child)]));
}
