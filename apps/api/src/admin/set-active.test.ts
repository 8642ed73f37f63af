import { findUserById } from "@studbook/db/queries/users";
import { describe, expect, it } from "vitest";
import { addLink } from "../../test/email-links.ts";
import { createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { cliOperator } from "./operator.ts";
import { setActive } from "./set-active.ts";

const site = useTestApp();

describe("a deactivation", () => {
  it("revokes all emailed links for good: a reactivation does not restore them", async () => {
    const email = `attacker-${crypto.randomUUID()}@example.com`;
    const { id } = await createMember(site.db, { email, verifiedEmail: email });
    const link = { userId: id, email };
    await addLink(site.db, { ...link, purpose: "verify-email" });
    await addLink(site.db, { ...link, purpose: "restore-email" });
    const token = await addLink(site.db, { ...link, purpose: "reset-password" });
    await setActive(cliOperator(site.db), id, false);
    await setActive(cliOperator(site.db), id, true);
    expect(await site.run("select from email_tokens where user_id = $1", [id])).toEqual([]);
    const payload = { token, newPassword: "the-attackers-own" };
    const reset = await site.app.inject({
      method: "POST",
      url: "/api/auth/reset-password",
      payload,
    });
    expect(reset.json()).toMatchObject({ code: "LINK_ENDED" });
    const user = await findUserById(site.db, id);
    expect([user?.email, user?.verifiedEmail]).toEqual([email, email]);
  });
});
