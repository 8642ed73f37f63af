import { createRootRouteWithContext, Outlet, useRouter } from "@tanstack/react-router";
import { currentUser } from "../features/auth/current-user.ts";
import { Layout } from "../layout/layout.tsx";
import type { RouterContext } from "../router-context.ts";

export const Route = createRootRouteWithContext<RouterContext>()({
  beforeLoad: async ({ context: { data } }) => {
    // If the call fails, the header shows a guest. Pages of signed-in users ask again.
    const user = await data.queryClient.ensureQueryData(currentUser(data)).catch(() => null);
    return { viewer: user ?? undefined };
  },
  component: Root,
});

function Root() {
  const router = useRouter();
  const { viewer } = Route.useRouteContext();
  const leave = async () => (await import("../features/auth/sign-out.ts")).signOut(router);
  return (
    <Layout viewer={viewer} onSignOut={leave}>
      <Outlet />
    </Layout>
  );
}
