import type { SearchTexts } from "@studbook/domain/pages";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { Data } from "../../trpc.ts";
import { currentUser } from "./current-user.ts";
import { findReturnPath } from "./return-path.ts";

type Arrival = { context: { data: Data }; location: ParsedLocation };

/** Redirects a guest to /login, and back to this page after the sign-in. */
export async function requireUser({ context: { data }, location }: Arrival): Promise<void> {
  if (await data.queryClient.ensureQueryData(currentUser(data))) return;
  throw redirect({ to: "/login", search: { next: location.href } });
}

/** Redirects a signed-in user from /login to the page that the sign-in leads to. */
export async function requireGuest({
  context: { data },
  search: { next },
}: Pick<Arrival, "context"> & { search: SearchTexts<"/login"> }): Promise<void> {
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) return;
  const path = findReturnPath(next);
  throw path === undefined ? redirect({ to: "/account" }) : redirect({ href: path });
}

/** Redirects everyone except admins to / (specification, section 6). */
export async function requireAdmin({ context: { data } }: Pick<Arrival, "context">): Promise<void> {
  const user = await data.queryClient.ensureQueryData(currentUser(data));
  if (!user?.isAdmin) throw redirect({ to: "/" });
}
