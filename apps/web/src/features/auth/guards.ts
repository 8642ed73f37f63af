import type { SearchTexts } from "@studbook/domain/pages";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import type { Data } from "../../trpc.ts";
import { currentUser } from "./current-user.ts";
import { findReturnPath } from "./return-path.ts";

type Arrival = { context: { data: Data }; location: ParsedLocation };

/** Sends a guest to /login, and from there back to the page that was asked for. */
export async function requireUser({ context: { data }, location }: Arrival): Promise<void> {
  if (await data.queryClient.ensureQueryData(currentUser(data))) return;
  throw redirect({ to: "/login", search: { next: location.href } });
}

/** Sends a user who is already signed in on, from /login to where the sign-in would have led. */
export async function requireGuest({
  context: { data },
  search: { next },
}: Pick<Arrival, "context"> & { search: SearchTexts<"/login"> }): Promise<void> {
  if (!(await data.queryClient.ensureQueryData(currentUser(data)))) return;
  const path = findReturnPath(next);
  throw path === undefined ? redirect({ to: "/account" }) : redirect({ href: path });
}

/** Sends everyone but admins to / (specification, section 6). */
export async function requireAdmin({ context: { data } }: Pick<Arrival, "context">): Promise<void> {
  const user = await data.queryClient.ensureQueryData(currentUser(data));
  if (!user?.isAdmin) throw redirect({ to: "/" });
}
