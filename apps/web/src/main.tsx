import { createRoot, hydrateRoot } from "react-dom/client";
import { addressOf } from "./address.ts";
import { App } from "./app.tsx";
import { askViewer, checkRestoredPage } from "./features/auth/ask-viewer.ts";
import { adoptUser, CURRENT_USER_KEY, type CurrentUser } from "./features/auth/current-user.ts";
import { isHydrated } from "./features/forms/early-input.ts";
import { getPageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";
import { createData, type Output } from "./trpc.ts";
import "./styles.css";

const { settings, responses } = getPageState();

const address = addressOf(location);
history.replaceState(history.state, "", address + location.hash);

const data = createData(async () => {
  const client = await import("./browser-client.ts");
  client.callAs(() => data.queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username);
  return client;
});
for (const [key, response] of responses ?? []) data.queryClient.setQueryData(key, response);
const me = data.queryClient.getQueryData<Output<"auth.me">>(CURRENT_USER_KEY);
const isShared = me === undefined;
const router = createAppRouter({ data, settings, isShared });

/** Not awaited at the top level, because the route's chunk waits until this module has been evaluated. */
async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no #root");
  const app = <App router={router} />;

  if (isShared) void askViewer(data);
  else adoptUser(me);
  if (responses) {
    router.ssr = { manifest: undefined };
    await router.load();
  }
  // What a payment page shows depends on the history's state, so its frame is replaced instead of hydrated.
  if (responses && !settings.payments && isAtDocument()) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

/** Returns false if Back or Forward has changed the address since the document was requested. */
function isAtDocument(): boolean {
  const [document] = performance.getEntriesByType("navigation");
  return !document || addressOf(new URL(document.name)) === address;
}

addEventListener("popstate", () => {
  // The router cannot follow before the page is hydrated.
  if (!isHydrated() && addressOf(location) !== address) location.reload();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void checkRestoredPage(data);
});
start();
