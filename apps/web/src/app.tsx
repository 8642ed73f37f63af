import { QueryClientProvider } from "@tanstack/react-query";
import { type RegisteredRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";

export function App({ router }: { router: RegisteredRouter }) {
  return (
    <StrictMode>
      <QueryClientProvider client={router.options.context.data.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}
