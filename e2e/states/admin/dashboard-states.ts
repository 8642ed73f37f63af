import { expect, type Page } from "@playwright/test";
import { LONG_WORD } from "../long-names.ts";
import { alterResponses, type State } from "../state.ts";
import { openAsAdmin } from "./open-as-admin.ts";

type Stats = { recentPayments: object[]; [field: string]: unknown };

const STATS_CALL = "**/trpc/admin.stats*";
const MONTHS_CALL = "**/trpc/admin.months*";

async function hasDrawn(page: Page): Promise<void> {
  await expect(page.getByRole("img", { name: /^Revenue from/ })).toBeVisible();
}

export const DASHBOARD_STATES: State[] = [
  {
    name: "admin-dashboard",
    async open(page) {
      await openAsAdmin(page, "/admin");
      await hasDrawn(page);
    },
  },
  {
    name: "admin-dashboard-months",
    async open(page) {
      await openAsAdmin(page, "/admin");
      await page.getByLabel("Period").selectOption("24");
      await page.getByText("View as a table").click();
      await expect(page.getByRole("table", { name: /by month/ }).getByRole("row")).toHaveCount(25);
    },
  },
  {
    name: "admin-dashboard-empty",
    async open(page) {
      await openAsAdmin(page, "/admin/users");
      await alterResponses(page, STATS_CALL, () => ({
        totalUsers: 1,
        totalAds: 0,
        totalRevenue: 0,
        basicMembers: 0,
        premiumMembers: 0,
        recentPayments: [],
      }));
      await alterResponses<object[]>(page, MONTHS_CALL, (months) =>
        months.map((month) => ({ ...month, revenue: 0, signUps: 0, newMembers: 0 })),
      );
      await page.getByRole("main").getByRole("link", { name: "Admin" }).click();
      await page.getByText("No payments yet").waitFor();
    },
  },
  {
    name: "admin-dashboard-huge",
    async open(page) {
      await openAsAdmin(page, "/admin/users");
      await alterResponses<Stats>(page, STATS_CALL, (stats) => ({
        ...stats,
        recentPayments: stats.recentPayments.map((payment, index) => ({
          ...payment,
          ...(index === 0 && { payer: null }),
          ...(index === 1 && { payer: { id: "1", username: LONG_WORD.slice(0, 64) } }),
        })),
        totalUsers: 100_000,
        totalAds: 1_000_000,
        totalRevenue: 812_345_650,
        basicMembers: 61_234,
        premiumMembers: 28_345,
      }));
      await alterResponses<{ revenue: number }[]>(page, MONTHS_CALL, (months) =>
        months.map((month, index) => ({
          ...month,
          revenue: 31_234_550 + index * 1_234_567,
          newMembers: 12_345 - index * 321,
        })),
      );
      await page.getByRole("main").getByRole("link", { name: "Admin" }).click();
      await hasDrawn(page);
      await page.getByText("Erased account").waitFor();
    },
  },
];
