import type { EmailPurpose } from "@studbook/db/queries/email-tokens";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { buildTestApp, createMember, PASSWORD, testConfig } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { createSessionToken } from "./lucia.ts";

const site = useTestApp();

let limited: FastifyInstance;
beforeAll(async () => {
  limited = await buildTestApp(site.db, { config: testConfig("on") });
});
afterAll(() => limited.close());

const use = (call: string, token: string, fields: object, remoteAddress: string) =>
  limited.inject({
    method: "POST",
    url: `/api/auth/${call}`,
    remoteAddress,
    payload: { token, ...fields },
  });

it.each<[EmailPurpose, object, string]>([
  ["reset-password", { newPassword: "another-password" }, "Please request a new link."],
  ["verify-email", { password: PASSWORD }, "Please request a new link."],
  // Users cannot request a link that restores an address.
  ["restore-email", {}, "Please contact us."],
])("the error for an unknown %s link says what to do", async (purpose, fields, advice) => {
  const response = await use(purpose, createSessionToken().token, fields, "203.0.113.4");
  const error = `This link no longer works. ${advice}`;
  expect([response.statusCode, response.json()]).toEqual([400, { error, code: "LINK_ENDED" }]);
});

it.each<[EmailPurpose, object, string]>([
  ["reset-password", { newPassword: "another-password" }, "203.0.113.1"],
  ["verify-email", { password: PASSWORD }, "203.0.113.2"],
  ["restore-email", {}, "203.0.113.3"],
])(
  "a %s link works after a stranger on the same network used 100 unknown links",
  async (purpose, fields, address) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const verifiedEmail = purpose === "verify-email" ? null : email;
    const { id: userId } = await createMember(site.db, { email, verifiedEmail });
    const token = await addLink(site.db, { userId, purpose, email });
    const misses = await Promise.all(
      Array.from({ length: 103 }, () => use(purpose, createSessionToken().token, fields, address)),
    );
    const statuses = misses.map(({ statusCode }) => statusCode).toSorted();
    expect(statuses).toEqual([...Array(100).fill(400), ...Array(3).fill(429)]);
    expect((await use(purpose, token, fields, address)).json()).toEqual({ ok: true });
    expect((await use(purpose, token, fields, address)).statusCode).toBe(429);
  },
);
