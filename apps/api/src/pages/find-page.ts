/** The pages of the web app, a name in place of what varies. */
export const PAGES = [
  "/",
  "/account",
  "/ad/:id",
  "/admin",
  "/admin/audit",
  "/admin/coupons",
  "/admin/users",
  "/checkout",
  "/contact",
  "/create-ad",
  "/edit-ad/:id",
  "/forgot-password",
  "/login",
  "/my-ads",
  "/privacy",
  "/reset-password",
  "/restore-email",
  "/search",
  "/signup",
  "/signup/payment",
  "/terms",
  "/verify-email",
];

const known = new Set(PAGES);
const ONE_ID = /^\/(ad|edit-ad)\/[^/]+$/;

/** The page at a path, or undefined if the web app has none there. */
export function findPage(path: string): string | undefined {
  const page = path.replace(ONE_ID, "/$1/:id");
  return known.has(page) ? page : undefined;
}
