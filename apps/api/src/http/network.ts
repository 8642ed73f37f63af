import { isIPv6 } from "node:net";

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** The networks that a limit counts an address under, the narrowest first. */
export type Networks = {
  /** The IPv4 address, or the /64 that one IPv6 subscriber has. */
  own: string;
  /** The /48 around it, which one IPv6 customer may have; undefined for IPv4. */
  site: string | undefined;
};

/** How many subscribers' worth of requests an IPv6 /48 may make. */
export const SITE_FACTOR = 10;

/** The networks of an address. An IPv4 address mapped into IPv6 counts as IPv4. */
export function networksOf(address: string): Networks {
  if (!isIPv6(address)) return { own: address, site: undefined };
  const mapped = MAPPED_IPV4.exec(address)?.[1];
  if (mapped) return { own: mapped, site: undefined };
  const groups = expand(address);
  return {
    own: `${groups.slice(0, 4).join(":")}::/64`,
    site: `${groups.slice(0, 3).join(":")}::/48`,
  };
}

/** The addresses around an address that one customer of a provider often has together: an IPv4 /24, or an IPv6 /48. */
export function neighborhoodOf(address: string): string {
  const { own, site } = networksOf(address);
  return site ?? `${own.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const left = head.split(":").filter(Boolean);
  const right = tail?.split(":").filter(Boolean) ?? [];
  const missing = Math.max(0, 8 - left.length - right.length);
  const zeros = tail === undefined ? [] : Array<string>(missing).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}
