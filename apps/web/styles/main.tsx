import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { formatQuery, parseQuery } from "../src/address.ts";
import { announceHydration } from "../src/features/forms/early-input.ts";
import { StylesPage } from "./styles-page.tsx";
import "../src/styles.css";

// Only for the development server. It is not an input of the build.
const router = createRouter({
  routeTree: createRootRoute({ component: StylesPage, notFoundComponent: StylesPage }),
  parseSearch: parseQuery,
  stringifySearch: formatQuery,
  history: createMemoryHistory({ initialEntries: ["/search"] }),
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
announceHydration();
