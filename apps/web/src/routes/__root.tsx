import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import { Layout } from "../layout/layout.tsx";
import type { RouterContext } from "../router.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  const { viewer, onSignOut } = Route.useRouteContext();
  return (
    <Layout viewer={viewer} onSignOut={onSignOut}>
      <Outlet />
    </Layout>
  );
}
