import type { Page } from "@playwright/test";
import { isSampleAd } from "@studbook/domain/samples";
import { LONG_NAME, LONG_WORD } from "../long-names.ts";
import { alterResponses, failCalls, getAd, type State } from "../state.ts";
import { heading, openAsAdmin, openUser, userCard } from "./open-as-admin.ts";

type User = {
  username: string;
  ads: { dogName: string; hiddenReason: string | null }[];
  [field: string]: unknown;
};
type Users = { items: User[]; total: number; nextCursor: string | null };

const USERS_CALL = "**/trpc/admin.users*";

/** Follows the link from another admin page, so that the browser requests the data. */
async function followManageUsers(page: Page): Promise<void> {
  await page.getByRole("link", { name: "Manage Users" }).click();
  await heading(page, "Manage Users").waitFor();
}

async function openAlteredUsers(page: Page, change: (data: Users) => Users): Promise<void> {
  await openAsAdmin(page, "/admin");
  await alterResponses<Users>(page, USERS_CALL, change);
  await followManageUsers(page);
  await page
    .getByText(/ found$/)
    .first()
    .waitFor();
}

export const USER_STATES: State[] = [
  { name: "admin-users", open: (page) => openAsAdmin(page, "/admin/users") },
  {
    name: "admin-users-open",
    async open(page) {
      await openUser(page, "premium");
      const card = userCard(page, "premium");
      await card.getByRole("button", { name: "Show user ID" }).click();
      await card.getByRole("button", { name: "Payment history" }).click();
      await card.getByRole("button", { name: /^Show all/ }).click();
    },
  },
  {
    name: "admin-users-hidden-ad",
    async open(page) {
      await openAlteredUsers(page, (data) => ({
        ...data,
        items: data.items.slice(0, 3).map((user, index) => ({
          ...user,
          isActive: index !== 1,
          ads: user.ads.map((ad, place) => ({
            ...ad,
            hiddenReason: place === 0 ? "The photos show another dog.\nUpload your own." : null,
          })),
        })),
      }));
    },
  },
  {
    name: "admin-users-expired",
    open: (page) => openAsAdmin(page, "/admin/users?q=expired&tier=premium"),
  },
  {
    name: "admin-users-empty",
    async open(page) {
      await openAsAdmin(page, "/admin/users?q=nobody-has-this-name");
      await page.getByRole("heading", { name: "No users found" }).waitFor();
    },
  },
  {
    name: "admin-users-long-names",
    open: (page) =>
      openAlteredUsers(page, (data) => ({
        ...data,
        items: data.items.slice(0, 3).map((user, index) => ({
          ...user,
          username: index === 0 ? LONG_WORD.slice(0, 64) : user.username,
          email: `${LONG_WORD.slice(0, 60)}@${"subdomain.".repeat(12)}example.com`,
          firstName: LONG_NAME,
          lastName: LONG_WORD,
          totalSpent: 123_456_700,
          ads: user.ads.map((ad) => ({ ...ad, dogName: LONG_WORD, hiddenReason: LONG_WORD })),
        })),
      })),
  },
  {
    name: "admin-users-error",
    statuses: [500],
    async open(page) {
      await openAsAdmin(page, "/admin");
      await failCalls(page, USERS_CALL);
      await followManageUsers(page);
      await page.getByRole("button", { name: "Try Again" }).waitFor();
    },
  },
  {
    name: "admin-users-loading",
    async open(page) {
      await openAsAdmin(page, "/admin");
      await page.route(USERS_CALL, () => new Promise<void>(() => undefined));
      await followManageUsers(page);
      await page.getByRole("list", { name: "Loading users" }).waitFor();
    },
  },
  {
    name: "admin-ad",
    async open(page) {
      const { id } = await getAd(page, (ad) => !isSampleAd(ad.id) && ad.breed !== "Vizsla");
      await openAsAdmin(page, `/ad/${id}`);
      await page.getByRole("region", { name: "For admins" }).waitFor();
    },
  },
];
