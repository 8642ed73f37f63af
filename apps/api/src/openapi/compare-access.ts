import type { OpenApi, Operation, SecurityScheme } from "./types.ts";

type Way = Operation["security"][number];

/** What a call needs now that programs may not have, for each way in which they could make it. */
export function compareAccess(was: Operation, is: Operation): string[] {
  const needed = waysOf(is);
  const closed = waysOf(was).filter((way) => !needed.some((other) => isEnough(way, other)));
  const now = needed.map(wordsOf).join(" or ");
  return closed.map((way) => `it needs ${now} now, where ${wordsOf(way)} was enough`);
}

function waysOf({ security }: Operation): Way[] {
  return security.length === 0 ? [{}] : security;
}

function isEnough(way: Way, needed: Way): boolean {
  return Object.entries(needed).every(
    ([scheme, roles]) => way[scheme] && roles.every((role) => way[scheme]?.includes(role)),
  );
}

function wordsOf(way: Way): string {
  const schemes = Object.entries(way).map(([scheme, roles]) => [...roles, scheme].join(" "));
  return schemes.join(" with ") || "nothing";
}

/** The ways to sign in that are gone or not done alike any more. */
export function compareSchemes({ components: before }: OpenApi, { components: after }: OpenApi) {
  return Object.entries(before.securitySchemes).flatMap(([name, scheme]) => {
    const same = after.securitySchemes[name];
    const isSame = same && formOf(same) === formOf(scheme);
    return isSame ? [] : [`${name} is no ${formOf(scheme)} any more`];
  });
}

function formOf({ type, in: place, name, scheme }: SecurityScheme): string {
  return [type, scheme, place, name].filter(Boolean).join(" ");
}
