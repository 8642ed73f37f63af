import { createRootRouteWithContext, HeadContent, Outlet } from "@tanstack/react-router";
import icon from "../assets/icon.svg";
import { Layout } from "../layout/layout.tsx";
import type { RouterContext } from "../router.tsx";

export const Route = createRootRouteWithContext<RouterContext>()({
  head: () => ({ links: [{ rel: "icon", type: "image/svg+xml", href: icon }] }),
  component: Root,
});

function Root() {
  return (
    <>
      <HeadContent />
      <Layout>
        <Outlet />
      </Layout>
    </>
  );
}
