import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { StylesPage } from "./styles-page.tsx";
import "../styles.css";

// Of the development server alone: it is no input of the build.
const router = createRouter({
  routeTree: createRootRoute({ component: StylesPage, notFoundComponent: StylesPage }),
  history: createMemoryHistory({ initialEntries: ["/search"] }),
});

const root = document.getElementById("root");
if (root) createRoot(root).render(<RouterProvider router={router} />);
