import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import type { AppRouterInstance } from "./router.tsx";

export function App({ router }: { router: AppRouterInstance }) {
  return (
    <StrictMode>
      <QueryClientProvider client={router.options.context.data.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
