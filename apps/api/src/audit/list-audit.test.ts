import { beforeAll, describe, expect, it } from "vitest";
import { createAdmin, createMember } from "../../test/test-app.ts";
import { useTestApp } from "../../test/use-test-app.ts";
import { cliOperator } from "../admin/operator.ts";
import { setActive } from "../admin/set-active.ts";

const site = useTestApp();

let admin: { id: string; cookie: string };
beforeAll(async () => {
  admin = await createAdmin(site.db);
});

describe("a page of the audit log", () => {
  const audit = async (input: object) => {
    const query = `input=${encodeURIComponent(JSON.stringify(input))}`;
    const response = await site.app.inject({
      url: `/trpc/admin.audit?${query}`,
      headers: { cookie: admin.cookie },
    });
    return { status: response.statusCode, ...response.json() };
  };

  it("continues at a cursor, newest first, with current usernames", async () => {
    const member = await createMember(site.db);
    for (let n = 0; n < 5; n++) await setActive(cliOperator(site.db), member.id);
    const seen: { id: number; subjectName: string }[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await audit({ subject: member.id, limit: 2, cursor });
      seen.push(...result.data.items);
      cursor = result.data.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toHaveLength(5);
    const ids = seen.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
    expect(seen[0]?.subjectName).toBe(member.username);
  });

  it("shows actions that a newer version has recorded", async () => {
    const member = await createMember(site.db);
    await site.run(
      "insert into audit_log (action, subject_type, subject_id) values ('user.praised', 'badge', $1)",
      [member.id],
    );
    const { result } = await audit({ subject: member.id });
    expect(result.data.items).toMatchObject([{ action: "user.praised", subjectType: "badge" }]);
  });

  it.each([
    [{ action: "nothing.known" }, "action"],
    [{ actor: "me" }, "actor"],
    [{ subject: "'" }, "subject"],
    [{ from: "2026-02-30" }, "from"],
    [{ to: "yesterday" }, "to"],
    [{ from: "0000-01-01" }, "from"],
    [{ to: "0000-12-31" }, "to"],
    [{ limit: 0 }, "limit"],
    [{ cursor: "1" }, "cursor"],
    [{ cursor: "999999999999999-999999999999999" }, undefined],
    [{ from: "9999-12-31", to: "9999-12-31" }, undefined],
    [{ from: "0001-01-01" }, undefined],
  ])("returns for the search %j an issue at: %s", async (input, path) => {
    const { status, error } = await audit(input);
    expect(status).toBe(path ? 400 : 200);
    if (path) expect(error.data.issues).toMatchObject([{ path }]);
  });
});
