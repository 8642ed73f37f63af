import type { AppRouterInstance } from "../../router.tsx";
import { describeFailure } from "../forms/describe-failure.ts";
import { showToast } from "../toasts/show-toast.ts";
import { endSession, tellOtherTabs } from "./session.ts";

/**
 * Goes to the home page, ends the session on the server and forgets everything. In this order, so
 * that a page with unsaved changes can ask before the session is gone.
 */
export async function signOut(router: AppRouterInstance): Promise<void> {
  await router.navigate({ to: "/", state: { isSigningOut: true } });
  // Somewhere else: the question was answered by staying, and this navigation gave way to a later one.
  if (!router.state.location.state.isSigningOut) return;
  try {
    const client = await router.options.context.data.getClient();
    await client.auth.logout.mutate({});
  } catch (error) {
    const { text } = describeFailure(error);
    return showToast({ title: "Error", text, tone: "destructive" });
  }
  tellOtherTabs(undefined);
  await endSession(router, "/");
}
