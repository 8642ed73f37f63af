import { expect, it } from "vitest";
import { useCommandLine } from "../../test/use-command-line.ts";

const { runCommand, runJson, listAudit } = useCommandLine();

it("creates, lists and disables coupons, and records each change without an actor", async () => {
  const fields = ["--percent", "20", "--description", "A fifth off", "--limit", "9"];
  const created = await runJson(["coupon", "create", "Spring", ...fields]);
  expect(created).toMatchObject({ code: "Spring", percentOff: 20, maxRedemptions: 9, uses: 0 });
  const { out } = await runCommand(["coupon", "list"]);
  expect(out).toMatch(/^Spring +20% {2}enabled +0\/9 used$/m);
  expect(out).toMatch(/^START2025 +99% {2}enabled +0\/∞ used$/m);
  expect(await runJson(["coupon", "disable", "SPRING"])).toEqual({ ...created, active: false });
  expect(await listAudit(created.id)).toMatchObject([
    { actorId: null, details: { by: "cli", percentOff: 20, maxRedemptions: 9 } },
    { actorId: null, details: { by: "cli", active: false } },
  ]);
});
