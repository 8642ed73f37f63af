import { createAd, createUser } from "@studbook/db/test/factories";
import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { changeCoupon } from "../coupons/change-coupon.ts";
import { createCoupon } from "../coupons/create-coupon.ts";
import { grantAdmin, revokeAdmin } from "./admin-role.ts";
import { eraseUser } from "./erase-user.ts";
import { hideAd, restoreAd } from "./hide-ad.ts";
import { cliOperator, type Operator } from "./operator.ts";
import { resetPassword } from "./reset-password.ts";
import { setActive } from "./set-active.ts";

const site = useTestApp();
let target: string;
let adId: string;
beforeAll(async () => {
  target = (await createUser(site.db)).id;
  adId = (await createAd(site.db, target)).id;
});

const coupon = { code: "Spring", description: "Spring", percentOff: 10 };
const enqueue = async () => undefined;

const operations: [string, (operator: Operator) => Promise<unknown>][] = [
  ["setActive", (operator) => setActive(operator, target)],
  ["eraseUser", (operator) => eraseUser(operator, target)],
  ["resetPassword", (operator) => resetPassword({ ...operator, enqueue }, target)],
  ["grantAdmin", (operator) => grantAdmin(operator, target)],
  ["revokeAdmin", (operator) => revokeAdmin(operator, target)],
  ["hideAd", (operator) => hideAd(operator, adId, "Not a dog")],
  ["restoreAd", (operator) => restoreAd(operator, adId)],
  ["createCoupon", (operator) => createCoupon(operator, coupon)],
  ["changeCoupon", (operator) => changeCoupon(operator, { id: adId, active: false })],
];

describe.each(operations)("%s", (_name, operate) => {
  it.each([
    ["a member", { isAdmin: false, isActive: true }, "FORBIDDEN"],
    ["an inactive admin", { isAdmin: true, isActive: false }, "NOT_SIGNED_IN"],
  ])("refuses %s, even if the caller claims to be an admin", async (_who, fields, code) => {
    const { id: userId } = await createUser(site.db, fields);
    const operator = { db: site.db, viewer: { userId, isAdmin: true } };
    await expect(operate(operator)).rejects.toMatchObject({ code });
  });
});

describe.each([
  ["setActive", setActive, "An admin cannot be deactivated. Revoke the user's admin rights first."],
  ["eraseUser", eraseUser, "An admin cannot be erased. Revoke the user's admin rights first."],
])("%s", (_name, operate, message) => {
  it("refuses to act on an admin, even from the command line", async () => {
    const { id } = await createAdmin(site.db);
    await expect(operate(cliOperator(site.db), id)).rejects.toMatchObject({ message });
  });
});

it("finds no user by a malformed ID", async () => {
  for (const operate of [setActive, eraseUser, grantAdmin, revokeAdmin]) {
    const refused = operate(cliOperator(site.db), "no-id");
    await expect(refused).rejects.toMatchObject({ code: "USER_NOT_FOUND" });
  }
});
