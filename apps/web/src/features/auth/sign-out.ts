import type { AppRouterInstance } from "../../router.tsx";
import { describeFailure } from "../forms/describe-failure.ts";
import { showToast } from "../toasts/show-toast.ts";
import { endSession } from "./session.ts";

/** Ends the session on the server, forgets everything and goes to the home page. */
export async function signOut(router: AppRouterInstance): Promise<void> {
  try {
    const client = await router.options.context.data.getClient();
    await client.auth.logout.mutate({});
  } catch (error) {
    const { text } = describeFailure(error);
    return showToast({ title: "Error", text, tone: "destructive" });
  }
  await endSession(router, "/");
}
