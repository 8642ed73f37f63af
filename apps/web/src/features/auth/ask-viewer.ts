import type { ViewerHint } from "@studbook/domain/viewer-hint";
import { apiKeyPrefix, type Data, type Output } from "../../trpc.ts";
import { adoptUser, CURRENT_USER_KEY, type CurrentUser, currentUser } from "./current-user.ts";

declare global {
  interface Document {
    /** Missing in browsers that prerender nothing. */
    readonly prerendering?: boolean;
  }
}

/** Whether the browser has no hint of a session. Then a document for everyone does not ask who is signed in. */
export function seemsGuest(): boolean {
  return document.documentElement.dataset.viewer === "guest";
}

/**
 * Asks who is signed in, because a document for everyone does not say so. If the call fails, the page goes on as it is, and
 * the next page asks again.
 */
export async function askViewer(data: Data): Promise<void> {
  if (seemsGuest() && !document.prerendering) return;
  const { queryClient } = data;
  const asking = queryClient.fetchQuery({ ...currentUser(data), queryFn: fetchMe });
  const user = await asking.catch(() => null);
  if (!user) return;
  // They are a guest's copies: an owner's and an admin's may differ.
  await queryClient.invalidateQueries({
    queryKey: apiKeyPrefix("ads.page"),
    refetchType: "none",
  });
}

/**
 * Reloads a page from the back/forward cache if another user has signed in, or this one out, since it was left. The boot
 * script has already updated the hint.
 */
export async function checkRestoredPage({ queryClient }: Data): Promise<void> {
  const shown = queryClient.getQueryData<CurrentUser | null>(CURRENT_USER_KEY);
  if (document.documentElement.dataset.viewer !== hintFor(shown)) return reload();
  if (shown && (await fetchMe())?.username !== shown.username) reload();
}

/** Without the API's client, which most visitors never need. Throws if the call fails. */
async function fetchMe(): Promise<Output<"auth.me">> {
  // A prerendered page may never be shown, and a session is extended only by its use.
  if (document.prerendering) {
    await new Promise((resolve) =>
      document.addEventListener("prerenderingchange", resolve, { once: true }),
    );
  }
  const response = await fetch("/trpc/auth.me");
  if (!response.ok) throw new Error(`The viewer is not known: ${response.status}`);
  const { result }: { result: { data: Output<"auth.me"> } } = await response.json();
  return adoptUser(result.data);
}

function hintFor(user: CurrentUser | null | undefined): ViewerHint {
  if (!user) return "guest";
  return user.isAdmin ? "admin" : "member";
}

/** Hides the page, which shows the wrong user until it is loaded again. */
function reload(): void {
  document.body.hidden = true;
  location.reload();
}
