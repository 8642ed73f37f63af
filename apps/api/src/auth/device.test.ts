import { lockUser, updateUserPassword } from "@studbook/db/queries/users";
import { describe, expect, it, vi } from "vitest";
import { createMember, PASSWORD, signInAs } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { cliOperator } from "../admin/operator.ts";
import { setActive } from "../admin/set-active.ts";
import { hashToken } from "./lucia.ts";

const DEVICE = "studbook-device";
const NEW_PASSWORD = "another-password";
const YEAR = 365 * 24 * 60 * 60;

const site = useTestApp();

type Cookies = Record<string, string>;

const post = (url: string, payload: object, cookies: Cookies = {}) =>
  site.app.inject({ method: "POST", url, payload, cookies });
const login = (username: string, cookies: Cookies = {}) =>
  post("/api/login", { username, password: PASSWORD }, cookies);
const deviceIn = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  cookies.find(({ name }) => name === DEVICE);
const hashesOf = async (userId: string) => {
  const devices = site.db.selectFrom("devices").select("hash").where("userId", "=", userId);
  return (await devices.execute()).map(({ hash }) => hash);
};

describe("a device", () => {
  it("is remembered for a year under the hash of a cookie that scripts cannot read", async () => {
    const { id, username } = await createMember(site.db);
    const cookie = deviceIn(await login(username));
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/", maxAge: YEAR });
    expect(cookie?.value).toHaveLength(43);
    expect(await hashesOf(id)).toEqual([hashToken(cookie?.value ?? "")]);
  });

  it("keeps its token if it signs in again, and gets another one for another account", async () => {
    const one = await createMember(site.db);
    const two = await createMember(site.db);
    const device = deviceIn(await login(one.username))?.value ?? "";
    const again = deviceIn(await login(one.username, { [DEVICE]: device }));
    expect(again).toMatchObject({ value: device, maxAge: YEAR });
    const other = deviceIn(await login(two.username, { [DEVICE]: device }))?.value ?? "";
    expect(other).not.toBe(device);
    expect(await hashesOf(one.id)).toEqual([hashToken(device)]);
    expect(await hashesOf(two.id)).toEqual([hashToken(other)]);
  });

  it("is remembered after a sign-up and after a sign-out", async () => {
    const payload = { username: "device.owner", password: PASSWORD, membershipTier: "basic" };
    const { cookies } = await post("/api/signup", payload);
    const jar = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    const signedOut = await post("/api/logout", {}, jar);
    expect(signedOut.cookies.map(({ name }) => name)).toEqual(["studbook", "viewer"]);
    const again = await login(payload.username, { [DEVICE]: jar[DEVICE] ?? "" });
    expect(deviceIn(again)?.value).toBe(jar[DEVICE]);
  });

  it("does not sign anyone in", async () => {
    const { username } = await createMember(site.db);
    const device = deviceIn(await login(username))?.value ?? "";
    for (const name of [DEVICE, "studbook"]) {
      const me = await site.app.inject({ url: "/api/auth/me", cookies: { [name]: device } });
      expect(me.statusCode).toBe(401);
    }
  });

  it("is not remembered after a failed sign-in", async () => {
    const { id, username } = await createMember(site.db);
    const failed = await post("/api/login", { username, password: "wrong-password" });
    expect(failed.cookies).toEqual([]);
    expect(await hashesOf(id)).toEqual([]);
  });
});

describe("an account's devices", () => {
  async function createRemembered() {
    const member = await createMember(site.db);
    const device = deviceIn(await login(member.username))?.value ?? "";
    return { ...member, device };
  }

  it("are replaced by the current one when the password changes", async () => {
    const { id, cookie, device } = await createRemembered();
    const changed = await site.app.inject({
      method: "PATCH",
      url: "/api/account/password",
      headers: { cookie: `${cookie}; ${DEVICE}=${device}` },
      payload: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    });
    const fresh = deviceIn(changed)?.value ?? "";
    expect(fresh).not.toBe(device);
    expect(await hashesOf(id)).toEqual([hashToken(fresh)]);
  });

  it("stay when a password change is refused", async () => {
    const { id, cookie, device } = await createRemembered();
    const refused = await site.app.inject({
      method: "PATCH",
      url: "/api/account/password",
      headers: { cookie },
      payload: { currentPassword: "wrong-password", newPassword: NEW_PASSWORD },
    });
    expect(refused.cookies).toEqual([]);
    expect(await hashesOf(id)).toEqual([hashToken(device)]);
  });

  it("are forgotten when the account is closed", async () => {
    const { id } = await createRemembered();
    const cookie = await signInAs(site.db, id);
    await site.app.inject({ method: "POST", url: "/api/account/close", headers: { cookie } });
    expect(await hashesOf(id)).toEqual([]);
  });

  it("are forgotten when an operator deactivates the account", async () => {
    const { id } = await createRemembered();
    await setActive(cliOperator(site.db), id, false);
    expect(await hashesOf(id)).toEqual([]);
  });

  it("do not include that of a sign-in that waited while the password changed", async () => {
    const { id, username } = await createMember(site.db);
    const { signIn } = await site.db.transaction().execute(async (tx) => {
      await lockUser(tx, id);
      const signIn = login(username);
      await vi.waitFor(async () => expect(await site.countLockWaits()).toBe(1), 10_000);
      await updateUserPassword(tx, id, "another-hash");
      return { signIn };
    });
    expect((await signIn).statusCode).toBe(401);
    expect(await hashesOf(id)).toEqual([]);
  });
});
