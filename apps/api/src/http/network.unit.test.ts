import { expect, it } from "vitest";
import { addressOf, neighborhoodOf, networksOf } from "./network.ts";

it.each([
  ["203.0.113.9", "203.0.113.9", undefined],
  ["::ffff:203.0.113.9", "203.0.113.9", undefined],
  ["::ffff:cb00:7109", "203.0.113.9", undefined],
  ["0:0:0:0:0:FFFF:cb00:7109", "203.0.113.9", undefined],
  ["0:0:0:0:0:ffff:203.0.113.9", "203.0.113.9", undefined],
  ["2001:db8:1:2:3:4:203.0.113.9", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["1:2::203.0.113.9", "1:2:0:0::/64", "1:2:0::/48"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
])("counts %s under %s and %s", (address, network, site) => {
  expect(networksOf(address)).toEqual({ network, site });
});

it.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
])("puts %s in the neighborhood %s", (address, neighborhood) => {
  expect(neighborhoodOf(address)).toBe(neighborhood);
});

it.each([
  ["203.0.113.9", "203.0.113.9"],
  ["203.0.113.9:5001", "203.0.113.9"],
  ["[2001:db8::1]:443", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["::ffff:cb00:7109", "::ffff:cb00:7109"],
  ["unknown", "192.0.2.1"],
  ["_hidden", "192.0.2.1"],
  ["203.0.113.9.1:5001", "192.0.2.1"],
  ["[203.0.113.9", "192.0.2.1"],
  ["", "192.0.2.1"],
])("reads the forwarded address %s as %s", (ip, address) => {
  const socket = { remoteAddress: "192.0.2.1" };
  expect(addressOf({ ip, socket })).toBe(address);
});
