import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";
import proxyAddr from "@fastify/proxy-addr";
import type { FastifyRequest } from "fastify";
import { BoundedMap, remember } from "../bounded-map.ts";

const IPV4_WITH_PORT = /^([\d.]+):\d+$/;
const IPV6_IN_BRACKETS = /^\[([^\]]*)\](?::\d+)?$/;

/** How many addresses are remembered. Parsing one takes a quarter of the time of a stored response. */
export const REMEMBERED_ADDRESSES = 5000;
/** Clients choose what they claim in headers, and long texts would take much memory. */
const MAX_CLAIM_LENGTH = 100;

/** The networks that an address is counted under by the limits. */
export type Networks = {
  /** The IPv4 address, or the IPv6 /64 of one subscriber. */
  network: string;
  /** The IPv6 /48, which a single customer may own; undefined for IPv4. */
  site: string | undefined;
};

/** The limits of an IPv6 /48, as a multiple of the limits of a /64. */
export const SITE_FACTOR = 10;

// A property rather than a WeakMap entry, which would survive until a full garbage collection.
declare module "fastify" {
  interface FastifyRequest {
    address?: string;
  }
}

type AddressSource = Pick<FastifyRequest, "ip" | "address"> & {
  socket: Pick<FastifyRequest["socket"], "remoteAddress">;
};

/**
 * Returns the client's IP address, without the port and brackets that some proxies add. Returns the proxy's address if the
 * forwarded value is not an IP address: otherwise a client could evade limits by inventing addresses.
 */
export function addressOf(request: AddressSource): string {
  // Fastify parses the forwarded addresses each time.
  request.address ??= findAddress(request);
  return request.address;
}

function findAddress({ ip, socket }: AddressSource): string {
  const bare = IPV4_WITH_PORT.exec(ip)?.[1] ?? IPV6_IN_BRACKETS.exec(ip)?.[1] ?? ip;
  return isIPv4(bare) || isIPv6(bare) ? bare : (socket.remoteAddress ?? "unknown");
}

/**
 * Returns a function that reads the client's address before Fastify does, with the same trusted proxies. It needs the
 * `X-Forwarded-For` header in addition to the request.
 */
export function createAddressReader(
  trustProxy: readonly string[],
): (request: IncomingMessage, forwardedFor: string | undefined) => string {
  const isTrusted = proxyAddr.compile([...trustProxy]);
  const known = new BoundedMap<string, { peer: string | undefined; address: string }>(
    REMEMBERED_ADDRESSES,
  );
  return (request, forwardedFor) => {
    const { socket } = request;
    const peer = socket.remoteAddress;
    const claimed = forwardedFor ?? peer ?? "";
    const found = known.get(claimed);
    if (found && found.peer === peer) return found.address;
    const address = addressOf({ ip: proxyAddr(request, isTrusted), socket });
    if (claimed.length <= MAX_CLAIM_LENGTH) known.set(claimed, { peer, address });
    return address;
  };
}

/** Returns the networks of an address. An IPv4-mapped IPv6 address counts as IPv4. */
export function networksOf(address: string): Networks {
  return address.includes(":") ? networksOfIPv6(address) : { network: address, site: undefined };
}

const networksOfIPv6 = remember(REMEMBERED_ADDRESSES, findNetworks);

function findNetworks(address: string): Networks {
  if (!isIPv6(address)) return { network: address, site: undefined };
  const groups = expand(address);
  const mapped = mappedIPv4(groups);
  if (mapped !== undefined) return { network: mapped, site: undefined };
  return {
    network: `${groups.slice(0, 4).join(":")}::/64`,
    site: `${groups.slice(0, 3).join(":")}::/48`,
  };
}

/** Returns the IPv4 /24 or IPv6 /48 of an address. A customer with many addresses often has them in one such block. */
export function neighborhoodOf(address: string): string {
  const { network, site } = networksOf(address);
  return site ?? `${network.split(".").slice(0, 3).join(".")}.0/24`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const [bare = ""] = address.toLowerCase().split("%", 1);
  const [head = "", tail] = bare.split("::");
  const left = groupsOf(head);
  const right = groupsOf(tail ?? "");
  const missing = Math.max(0, 8 - left.length - right.length);
  const zeros = tail === undefined ? [] : Array<string>(missing).fill("0");
  return [...left, ...zeros, ...right].map((group) => group.replace(/^0+(?=.)/, ""));
}

/** The groups of a part of an IPv6 address. A trailing IPv4 address becomes two groups. */
function groupsOf(part: string): string[] {
  return part
    .split(":")
    .filter(Boolean)
    .flatMap((group) => {
      if (!isIPv4(group)) return [group];
      const [a = 0, b = 0, c = 0, d = 0] = group.split(".").map(Number);
      return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
    });
}

/** The IPv4 address if the groups are in ::ffff:0:0/96. */
function mappedIPv4(groups: string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "0:0:0:0:0:ffff") return undefined;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((bits) => [bits >> 8, bits & 255])
    .join(".");
}
