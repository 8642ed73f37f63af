import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { AdminUser } from "../../features/admin/admin-queries.ts";
import { UserFacts } from "./user-facts.tsx";

const user: AdminUser = {
  id: "0192f0c3-11aa-4f0e-9a77-0a1b2c3d4e5f",
  username: "ann",
  email: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
  isActive: true,
  emailVerified: false,
  verifiedEmail: null,
  membershipTier: "premium",
  membershipExpiresAt: "2026-01-01T00:00:00.000Z",
  adCount: 3,
  publicAdCount: 0,
  createdAt: "2025-01-01T00:00:00.000Z",
  totalSpent: 5900,
  payments: [],
  ads: [],
};

test.each([
  [0, "3None active"],
  [2, "32 active"],
  [3, "3"],
])("does not call hidden ads active: %i of 3 are public", (publicAdCount, text) => {
  const html = renderToStaticMarkup(<UserFacts user={{ ...user, publicAdCount }} />);
  const [, ads = ""] = /<dt[^>]*>Ads<\/dt><dd[^>]*>(.*?)<\/dd>/.exec(html) ?? [];
  expect(ads.replaceAll(/<[^>]*>/g, "")).toBe(text);
});
