import type { RegisteredRouter } from "@tanstack/react-router";
import { callMutation } from "../../trpc.ts";
import { describeFailure } from "../forms/describe-failure.ts";
import { showToast } from "../toasts/show-toast.ts";
import { finishSession } from "./session.ts";

/**
 * Goes to the home page, ends the session on the server, and clears the cache and the drafts. In this order, so that a page
 * with unsaved changes can ask before the session has ended.
 */
export async function signOut(router: RegisteredRouter): Promise<void> {
  await router.navigate({ to: "/", state: { isSigningOut: true } });
  // Another page is shown: the user chose to stay, or a later navigation replaced this one.
  if (!router.state.location.state.isSigningOut) return;
  try {
    await callMutation(router.options.context.data, "auth.logout", {});
  } catch (error) {
    const { text } = describeFailure(error);
    return showToast({ title: "Error", text, tone: "destructive" });
  }
  await finishSession(router);
}
