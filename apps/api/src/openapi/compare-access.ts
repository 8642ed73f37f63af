import type { OpenApi, Operation, SecurityScheme } from "./types.ts";

type Requirement = Operation["security"][number];

/** Lists the ways to authorize a call that were sufficient before and no longer are. */
export function compareAccess(was: Operation, is: Operation): string[] {
  const accepted = requirementsOf(is);
  const lost = requirementsOf(was).filter((old) => !accepted.some((now) => satisfies(old, now)));
  const required = accepted.map(describeRequirement).join(" or ");
  return lost.map((old) => `now requires ${required} instead of ${describeRequirement(old)}`);
}

function requirementsOf({ security }: Operation): Requirement[] {
  return security.length === 0 ? [{}] : security;
}

function satisfies(given: Requirement, required: Requirement): boolean {
  return Object.entries(required).every(
    ([scheme, roles]) => given[scheme] && roles.every((role) => given[scheme]?.includes(role)),
  );
}

function describeRequirement(requirement: Requirement): string {
  const schemes = Object.entries(requirement).map(([scheme, roles]) =>
    [...roles, scheme].join(" "),
  );
  return schemes.join(" with ") || "no authentication";
}

/** Lists the security schemes that were removed or changed. */
export function compareSchemes({ components: before }: OpenApi, { components: after }: OpenApi) {
  return Object.entries(before.securitySchemes).flatMap(([name, scheme]) => {
    const same = after.securitySchemes[name];
    const isSame = same && describeScheme(same) === describeScheme(scheme);
    return isSame ? [] : [`${name} is no longer ${describeScheme(scheme)}`];
  });
}

function describeScheme({ type, in: place, name, scheme }: SecurityScheme): string {
  return [type, scheme, place, name].filter(Boolean).join(" ");
}
