import { createRoot, hydrateRoot } from "react-dom/client";
import { canonicalAddress } from "./address.ts";
import { App } from "./app.tsx";
import { CURRENT_USER_KEY, type CurrentUser } from "./features/auth/current-user.ts";
import { getPageState } from "./page-state.ts";
import { createAppRouter } from "./router.tsx";
import { createData } from "./trpc.ts";
import "./styles.css";

const { settings, responses } = getPageState();

const address = canonicalAddress(location.pathname + location.search);
history.replaceState(history.state, "", address + location.hash);

const data = createData(async () => {
  const { client, callAs } = await import("./browser-client.ts");
  callAs(() => data.queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.username);
  return client;
});
const router = createAppRouter({ data, settings });

/** Not awaited at the top level, because the route's chunk waits until this module has been evaluated. */
async function start() {
  const root = document.getElementById("root");
  if (!root) throw new Error("The document has no #root");
  const app = <App router={router} />;
  if (!responses) return createRoot(root).render(app);

  for (const [key, response] of responses) data.queryClient.setQueryData(key, response);
  router.ssr = { manifest: undefined };
  await router.load();
  // What a payment page shows depends on the history's state, so its frame is replaced instead of hydrated.
  if (settings.payments) createRoot(root).render(app);
  else hydrateRoot(root, app);
}

start();
