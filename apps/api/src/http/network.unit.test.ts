import { expect, it } from "vitest";
import { neighborhoodOf, networksOf } from "./network.ts";

it.each([
  ["203.0.113.9", "203.0.113.9", undefined],
  ["::ffff:203.0.113.9", "203.0.113.9", undefined],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64", "2001:db8:1::/48"],
  ["2001:db8::1", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["fe80::1%eth0", "fe80:0:0:0::/64", "fe80:0:0::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
])("counts %s under %s and %s", (address, own, site) => {
  expect(networksOf(address)).toEqual({ own, site });
});

it.each([
  ["203.0.113.9", "203.0.113.0/24"],
  ["::ffff:203.0.113.9", "203.0.113.0/24"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/48"],
])("finds %s in %s", (address, neighborhood) => {
  expect(neighborhoodOf(address)).toBe(neighborhood);
});
