import { createRootRouteWithContext, Outlet } from "@tanstack/react-router";
import icon from "../assets/icon.svg";
import { Layout } from "../layout/layout.tsx";
import type { RouterContext } from "../router.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <Layout>
      <link rel="icon" type="image/svg+xml" href={icon} />
      <Outlet />
    </Layout>
  );
}
