import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import type { AppRouterInstance } from "./router.tsx";
import { trpc } from "./trpc.ts";

export function App({ router }: { router: AppRouterInstance }) {
  const { client, queryClient } = router.options.context.data;
  return (
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </trpc.Provider>
  );
}
