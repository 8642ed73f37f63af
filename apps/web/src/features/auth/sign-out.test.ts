import type { CallApi } from "@studbook/api/page-contract";
import { createMemoryHistory } from "@tanstack/react-router";
import { TRPCClientError } from "@trpc/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAppRouter } from "../../router.tsx";
import { createData } from "../../trpc.ts";
import { findDraft, saveDraft } from "../forms/drafts.ts";
import { showToast } from "../toasts/show-toast.ts";
import { CURRENT_USER_KEY } from "./current-user.ts";
import { signOut } from "./sign-out.ts";

vi.mock("../toasts/show-toast.ts", () => ({ showToast: vi.fn(async () => undefined) }));

const user = { username: "dale", isAdmin: false };
const settings = { today: "2026-11-21", origin: "http://studbook.test", supportEmail: "a@b.c" };

/** A browser's router at /contact with a signed-in user. Its calls are recorded and answered by `answer`. */
async function openSite(answer: () => unknown = () => ({ ok: true })) {
  const calls: string[] = [];
  const call: CallApi = async (path) => {
    calls.push(path);
    return answer();
  };
  const data = createData(async () => ({ call }));
  data.queryClient.setQueryData(CURRENT_USER_KEY, user);
  data.queryClient.setQueryData(["ads", "mine"], "private data");
  const router = createAppRouter({ data, settings });
  // The parts of a browser that the router needs.
  vi.stubGlobal("window", { origin: settings.origin, scrollTo: () => undefined });
  vi.stubGlobal("document", { querySelector: () => null, addEventListener: () => undefined });
  vi.stubGlobal("navigator", { onLine: true });
  const history = createMemoryHistory({ initialEntries: ["/contact"] });
  router.update({ ...router.options, history, isServer: false });
  await router.load();
  return { router, history, calls, queryClient: data.queryClient };
}

const place = { username: user.username, form: "new" };
const hasDraft = () => findDraft(place, (draft) => draft) !== undefined;

beforeEach(() => {
  vi.clearAllMocks();
  hasDraft();
  saveDraft(place, "typed", new Date());
});
afterEach(() => vi.unstubAllGlobals());

test("signing out ends the session, clears the cache and the drafts, and shows a guest's home page", async () => {
  const { router, calls, queryClient } = await openSite();
  await signOut(router);
  expect(calls).toEqual(["auth.logout"]);
  expect(router.state.location.pathname).toBe("/");
  expect(router.state.matches[0]?.context).toMatchObject({ viewer: null });
  expect(queryClient.getQueryData(CURRENT_USER_KEY)).toBeNull();
  expect(queryClient.getQueryData(["ads", "mine"])).toBeUndefined();
  expect(hasDraft()).toBe(false);
});

test("a user who stays because of unsaved changes stays signed in, even when going home later", async () => {
  const { router, history, calls, queryClient } = await openSite();
  const stopBlocking = history.block({ blockerFn: async () => true });
  const signedOut = signOut(router);
  await expect.poll(() => router.state.location.pathname).toBe("/contact");
  stopBlocking();
  await router.navigate({ to: "/" });
  await signedOut;
  expect(calls).toEqual([]);
  expect(queryClient.getQueryData(CURRENT_USER_KEY)).toEqual(user);
  expect(hasDraft()).toBe(true);
});

test("if the session cannot be ended, it goes on and a toast shows why", async () => {
  const { router, queryClient } = await openSite(() => {
    throw TRPCClientError.from(new TypeError("Failed to fetch"));
  });
  await signOut(router);
  expect(queryClient.getQueryData(CURRENT_USER_KEY)).toEqual(user);
  expect(hasDraft()).toBe(true);
  expect(showToast).toHaveBeenCalledWith(
    expect.objectContaining({ title: "Error", text: expect.stringContaining("cannot be reached") }),
  );
});
