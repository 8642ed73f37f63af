import type { Page } from "@playwright/test";
import { LONG_NAME, LONG_WORD } from "../long-names.ts";
import { alterResponses, failCalls, type State } from "../state.ts";
import { heading, openAsAdmin } from "./open-as-admin.ts";

type Coupon = {
  code: string;
  description: string;
  startsAt: string | null;
  endsAt: string | null;
  [field: string]: unknown;
};
type Coupons = { items: Coupon[]; nextCursor: string | null };

const COUPONS_PER_PAGE = 25;
const COUPONS_CALL = "**/trpc/admin.coupons*";

/** Follows the link from another admin page, so that the browser requests the data. */
async function followCoupons(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Coupons" }).click();
  await heading(page, "Coupons").waitFor();
}

async function openAlteredCoupons(page: Page, items: Coupon[], nextCursor: string | null = null) {
  await openAsAdmin(page, "/admin");
  await alterResponses<Coupons>(page, COUPONS_CALL, () => ({ items, nextCursor }));
  await followCoupons(page);
}

async function openDialog(page: Page): Promise<void> {
  await openAsAdmin(page, "/admin/coupons");
  await page.getByRole("button", { name: "Create Coupon" }).click();
  await page.getByRole("dialog").waitFor();
}

export const COUPON_STATES: State[] = [
  {
    name: "admin-coupons",
    async open(page) {
      const items: Coupon[] = Array.from({ length: COUPONS_PER_PAGE }, (_, n) => ({
        ...base,
        code: `COUPON${n}`,
        id: `${n}`,
      }));
      items.splice(0, everyState().length, ...everyState());
      await openAlteredCoupons(page, items, "more");
      await page.getByRole("button", { name: "Load more" }).waitFor();
    },
  },
  {
    name: "admin-coupons-long-words",
    async open(page) {
      await openAlteredCoupons(page, longWords());
      await page.getByText("Showing all 2 coupons").waitFor();
    },
  },
  {
    name: "admin-coupons-empty",
    async open(page) {
      await openAlteredCoupons(page, []);
      await page.getByRole("heading", { name: "No coupons yet" }).waitFor();
    },
  },
  {
    name: "admin-coupons-error",
    statuses: [500],
    async open(page) {
      await openAsAdmin(page, "/admin");
      await failCalls(page, COUPONS_CALL);
      await followCoupons(page);
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    },
  },
  {
    name: "admin-coupons-loading",
    async open(page) {
      await openAsAdmin(page, "/admin");
      await page.route(COUPONS_CALL, () => new Promise<void>(() => undefined));
      await followCoupons(page);
    },
  },
  { name: "admin-coupons-create", screenshot: "first screen", open: openDialog },
  {
    name: "admin-coupons-create-problems",
    screenshot: "first screen",
    async open(page) {
      await openDialog(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Code").fill("two words");
      await dialog.getByLabel("Percent off").fill("half");
      await dialog.getByLabel("First day").fill("1999-03-01");
      await dialog.getByLabel("Limit").fill("0");
      await dialog.getByRole("button", { name: "Create Coupon" }).click();
      await dialog.getByText("Description is required").first().waitFor();
    },
  },
  {
    name: "admin-coupons-edit",
    screenshot: "first screen",
    async open(page) {
      await openAlteredCoupons(page, everyState());
      await page.getByRole("button", { name: "Edit BYTHEHOUR" }).click();
      await page.getByRole("dialog").waitFor();
    },
  },
  {
    name: "admin-coupons-edit-long-words",
    screenshot: "first screen",
    async open(page) {
      await openAlteredCoupons(page, longWords());
      await page.getByRole("button", { name: /^Edit/ }).first().click();
      await page.getByRole("dialog").waitFor();
    },
  },
];

/** Only for screenshots, since the contrast of text under a toast cannot be checked. */
export const COUPON_TOAST_STATES: State[] = [
  {
    name: "admin-coupons-create-exists",
    screenshot: "first screen",
    statuses: [409],
    async open(page) {
      await openDialog(page);
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Code").fill("launch");
      await dialog.getByLabel("Percent off").fill("25");
      await dialog.getByLabel("Description").fill("A quarter off");
      await dialog.getByRole("button", { name: "Create Coupon" }).click();
      await dialog.getByText("A coupon with this code already exists.").first().waitFor();
    },
  },
];

const base = {
  description: "A fifth off the first year",
  percentOff: 20,
  active: true,
  startsAt: null,
  endsAt: null,
  maxRedemptions: null,
  uses: 0,
  createdAt: "2026-11-21T12:00:00.000Z",
};
const FAR_FROM = "2090-03-01T00:00:00.000Z";
const FAR_UNTIL = "2090-06-01T00:00:00.000Z";

function everyState(): Coupon[] {
  const coupons = [
    { ...base, code: "SPRING" },
    { ...base, code: "NewStud", percentOff: 50, maxRedemptions: 1000, uses: 312 },
    { ...base, code: "BREEDERS-MEET-2090", startsAt: FAR_FROM, endsAt: FAR_UNTIL },
    { ...base, code: "START2025", percentOff: 99, uses: 1234, endsAt: "2026-01-01T00:00:00.000Z" },
    { ...base, code: "FIRST100", percentOff: 100, maxRedemptions: 100, uses: 100 },
    { ...base, code: "Launch", percentOff: 5, active: false, uses: 7 },
    {
      ...base,
      code: "BYTHEHOUR",
      startsAt: "2026-01-01T09:30:00.000Z",
      endsAt: "2090-06-01T18:00:00.000Z",
      maxRedemptions: 1_000_000,
      uses: 1,
    },
  ];
  return coupons.map((coupon, index) => ({ ...coupon, id: idOf(index) }));
}

/** Returns coupons with codes of the maximum length, 64 characters without a break. */
function longWords(): Coupon[] {
  const long = {
    ...base,
    startsAt: "2026-12-31T09:30:59.000Z",
    endsAt: "2090-12-31T18:00:59.000Z",
    maxRedemptions: 1_000_000,
    uses: 999_999,
  };
  return [
    {
      ...long,
      id: idOf(1),
      code: LONG_WORD.slice(0, 64),
      description: LONG_WORD.repeat(3).slice(0, 200),
    },
    {
      ...long,
      id: idOf(2),
      code: LONG_WORD.slice(0, 64).toUpperCase(),
      description: `${LONG_NAME} ${LONG_NAME}`,
    },
  ];
}

function idOf(index: number): string {
  return `6b1f0e4a-93d7-4c39-8a55-0e7c1f2d9b4${index}`;
}
