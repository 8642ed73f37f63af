import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { startPasswordAttempt } from "./sign-in-attempts.ts";

const config = testConfig("on");

const site = useTestApp();

let app: FastifyInstance;
beforeAll(async () => {
  app = await buildTestApp(site.db, { config });
});
afterAll(() => app.close());

async function createMemberWithLink() {
  const email = "dale@example.com";
  const member = await createMember(site.db, { email });
  const token = await addLink(site.db, { userId: member.id, purpose: "verify-email", email });
  return { ...member, token };
}

const verify = (token: string, password: string, cookie = "") =>
  app.inject({
    method: "POST",
    url: "/api/auth/verify-email",
    headers: { cookie },
    payload: { token, password },
  });
const login = (username: string, password: string) =>
  app.inject({ method: "POST", url: "/api/login", payload: { username, password } });

it("counts a guest's wrong password for a link with the account's failed sign-ins", async () => {
  const { id, username, token } = await createMemberWithLink();
  for (let n = 0; n < 9; n++) {
    await startPasswordAttempt({ db: site.db, config }, { kind: "user", id });
  }
  expect((await verify(token, "wrong")).statusCode).toBe(400);
  expect((await verify(token, PASSWORD)).statusCode).toBe(429);
  expect((await login(username, PASSWORD)).statusCode).toBe(429);
});

it("counts a wrong password from another account's session likewise, and records that account", async () => {
  const { id, token } = await createMemberWithLink();
  const other = await createMember(site.db);
  for (let n = 0; n < 10; n++) {
    await startPasswordAttempt({ db: site.db, config }, { kind: "user", id });
  }
  expect((await verify(token, PASSWORD, other.cookie)).statusCode).toBe(429);
  const { token: open, id: openId } = await createMemberWithLink();
  expect((await verify(open, "wrong", other.cookie)).statusCode).toBe(400);
  const records = await site.run(
    "select action, actor_id, subject_id from audit_log where subject_id = $1",
    [openId],
  );
  expect(records).toEqual([
    { action: "account.password-check-failed", actorId: other.id, subjectId: openId },
  ]);
});

it("accepts the password in a session or on a device of the account while the account is blocked", async () => {
  const bySession = await createMemberWithLink();
  const byDevice = await createMemberWithLink();
  const { cookies } = await login(byDevice.username, PASSWORD);
  const device = cookies.find(({ name }) => name === "studbook-device")?.value;
  for (const { id } of [bySession, byDevice]) {
    for (let n = 0; n < 10; n++) {
      await startPasswordAttempt({ db: site.db, config }, { kind: "user", id });
    }
  }
  expect((await verify(bySession.token, PASSWORD, bySession.cookie)).statusCode).toBe(200);
  const onDevice = await verify(byDevice.token, PASSWORD, `studbook-device=${device}`);
  expect(onDevice.statusCode).toBe(200);
});
