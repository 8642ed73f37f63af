import { createRootRouteWithContext, Outlet, useRouter } from "@tanstack/react-router";
import { seemsGuest } from "../features/auth/ask-viewer.ts";
import { CURRENT_USER_KEY, currentUser } from "../features/auth/current-user.ts";
import { useViewer } from "../features/auth/use-viewer.ts";
import { Layout } from "../layout/layout.tsx";
import type { RouterContext } from "../router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { data, isShared } }) => {
    const { queryClient } = data;
    const me = queryClient.getQueryState(CURRENT_USER_KEY);
    // No page asks in vain or waits for what main.tsx asks, except those of signed-in users.
    const isAsking = me?.data === undefined && me?.fetchStatus === "fetching";
    const isUnasked = isShared && me?.data === undefined && (import.meta.env.SSR || seemsGuest());
    if (isUnasked || isAsking) return { viewer: undefined };
    // If the call fails, the viewer is not known. Pages of signed-in users ask again.
    const viewer = await queryClient.ensureQueryData(currentUser(data)).catch(() => undefined);
    return { viewer };
  },
  component: Root,
});

function Root() {
  const router = useRouter();
  const viewer = useViewer();
  const leave = async () => (await import("../features/auth/sign-out.ts")).signOut(router);
  return (
    <Layout viewer={viewer} onSignOut={leave}>
      <Outlet />
    </Layout>
  );
}
