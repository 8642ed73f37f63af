import type { AppRouter } from "@studbook/api/router";
import { createMemoryHistory } from "@tanstack/react-router";
import { createTRPCClient, TRPCClientError, type TRPCLink } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppRouter } from "../../router.tsx";
import { createData } from "../../trpc.ts";
import { showToast } from "../toasts/show-toast.ts";
import { CURRENT_USER_KEY } from "./current-user.ts";
import { signOut } from "./sign-out.ts";

vi.mock("../toasts/show-toast.ts", () => ({ showToast: vi.fn(async () => undefined) }));

const user = { username: "dale", isAdmin: false };
const settings = { today: "2026-11-21", origin: "http://studbook.test", supportEmail: "a@b.c" };

/** A browser's router at /contact, signed in, whose calls are noted and answered by `answer`. */
async function openSite(answer: () => unknown = () => ({ ok: true })) {
  const calls: string[] = [];
  const link: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        calls.push(op.path);
        try {
          observer.next({ result: { type: "data", data: answer() } });
          observer.complete();
        } catch (error) {
          observer.error(TRPCClientError.from(error instanceof Error ? error : new Error()));
        }
      });
  const client = createTRPCClient<AppRouter>({ links: [link] });
  const data = createData(async () => client);
  data.queryClient.setQueryData(CURRENT_USER_KEY, user);
  data.queryClient.setQueryData(["ads", "mine"], "what only this user may see");
  const router = createAppRouter({ data, settings });
  // As much of a browser as the router asks for when it is not on a server.
  vi.stubGlobal("window", { origin: settings.origin, scrollTo: () => undefined });
  vi.stubGlobal("document", { querySelector: () => null, addEventListener: () => undefined });
  vi.stubGlobal("navigator", { onLine: true });
  const history = createMemoryHistory({ initialEntries: ["/contact"] });
  router.update({ ...router.options, history, isServer: false });
  await router.load();
  return { router, history, calls, kept: data.queryClient };
}

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

test("signing out ends the session, forgets everything and shows a guest the home page", async () => {
  const { router, calls, kept } = await openSite();
  await signOut(router);
  expect(calls).toEqual(["auth.logout"]);
  expect(router.state.location.pathname).toBe("/");
  expect(router.state.matches[0]?.context).toMatchObject({ viewer: undefined });
  expect(kept.getQueryData(CURRENT_USER_KEY)).toBeNull();
  expect(kept.getQueryData(["ads", "mine"])).toBeUndefined();
});

test("who stays because of unsaved changes stays signed in, also on the next way home", async () => {
  const { router, history, calls, kept } = await openSite();
  const stopBlocking = history.block({ blockerFn: async () => true });
  const signedOut = signOut(router);
  await expect.poll(() => router.state.location.pathname).toBe("/contact");
  stopBlocking();
  await router.navigate({ to: "/" });
  await signedOut;
  expect(calls).toEqual([]);
  expect(kept.getQueryData(CURRENT_USER_KEY)).toEqual(user);
});

test("a session that could not be ended goes on, and the reason is told", async () => {
  const { router, kept } = await openSite(() => {
    throw new TypeError("Failed to fetch");
  });
  await signOut(router);
  expect(kept.getQueryData(CURRENT_USER_KEY)).toEqual(user);
  expect(showToast).toHaveBeenCalledWith(
    expect.objectContaining({ title: "Error", text: expect.stringContaining("cannot be reached") }),
  );
});
