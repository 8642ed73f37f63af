import { LONG_WORD } from "../long-names.ts";
import { alterResponses, type State } from "../state.ts";
import { openAsAdmin } from "./open-as-admin.ts";

type Records = { items: unknown[]; nextCursor: string | null };

const AUDIT_CALL = "**/trpc/admin.audit*";

export const AUDIT_STATES: State[] = [
  { name: "admin-audit", open: (page) => openAsAdmin(page, "/admin/audit") },
  {
    name: "admin-audit-filtered",
    async open(page) {
      await openAsAdmin(page, "/admin/audit");
      await page.getByLabel(/^Performed by/).fill("admin");
      await page.getByLabel("Action").selectOption("Signed in");
      await page.getByRole("button", { name: "Show Records" }).click();
      await page.getByText("Performed by admin").waitFor();
    },
  },
  {
    name: "admin-audit-unknown-account",
    async open(page) {
      await openAsAdmin(page, "/admin/audit");
      await page.getByLabel(/^Performed by/).fill("nobody-has-this-name");
      await page.getByRole("button", { name: "Show Records" }).click();
      await page.getByText("No account has this username.").waitFor();
    },
  },
  {
    name: "admin-audit-left-out",
    async open(page) {
      await openAsAdmin(page, "/admin/audit?action=ad.eaten&from=2026-02-01&to=2026-01-31");
      await page.getByText("From must not be later than To").waitFor();
    },
  },
  {
    name: "admin-audit-empty",
    async open(page) {
      await openAsAdmin(page, "/admin/audit?to=2020-01-01");
      await page.getByRole("heading", { name: "No records found" }).waitFor();
    },
  },
  {
    name: "admin-audit-every-action",
    async open(page) {
      await openAsAdmin(page, "/admin");
      await alterResponses<Records>(page, AUDIT_CALL, everyAction);
      await page.getByRole("link", { name: "Audit Log" }).click();
      await page.getByText("created coupon SPRING").waitFor();
    },
  },
];

/** Returns one record of each kind, with existing and erased accounts. */
function everyAction(): Records {
  const id = "6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b4";
  const base = { at: "2026-11-21T20:17:05.000Z", requestId: "r-1", details: {} };
  const by = { actorId: `${id}0`, actorUsername: "registrar" };
  const noActor = { actorId: null, actorUsername: null };
  const to = (subjectType: string | null, subjectName: string | null = null) => ({
    subjectType,
    subjectId: subjectType && `${id}1`,
    subjectName,
  });
  const items = [
    {
      ...base,
      ...noActor,
      ...to("user", "basic"),
      action: "auth.sign-in-failed",
    },
    { ...base, ...by, ...to("user", LONG_WORD.slice(0, 64)), action: "user.deactivated" },
    { ...base, ...noActor, ...to("user"), action: "admin.granted", details: { by: "cli" } },
    { ...base, ...by, ...to("ad"), action: "ad.hidden" },
    {
      ...base,
      ...by,
      ...to(null),
      action: "users.exported",
      details: { tier: "premium", searched: true },
    },
    {
      ...base,
      ...noActor,
      ...to("payment"),
      action: "payment.refunded",
      details: { status: "refunded", amountRefunded: 2900 },
    },
    {
      ...base,
      ...noActor,
      ...to("payment"),
      action: "payment.refunded",
      details: { status: "succeeded", amountRefunded: 1000 },
    },
    { ...base, ...by, ...to(null), action: "ad.lent" },
    {
      ...base,
      ...by,
      actorUsername: null,
      ...to("coupon", "SPRING"),
      action: "coupon.created",
      details: { percentOff: 20, maxRedemptions: 100 },
    },
    {
      ...base,
      ...by,
      ...to("coupon", "SPRING"),
      action: "coupon.changed",
      details: { description: true, active: false, startsAt: "2027-03-01T00:00:00.000Z" },
    },
  ];
  return { items: items.map((item, index) => ({ ...item, id: index + 1 })), nextCursor: null };
}
