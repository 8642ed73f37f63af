import type { WebApp } from "../src/pages/page-contract.ts";

/** A web app without a build. Its pages are empty and its files are those of this folder, unless `parts` say otherwise. */
export function fakeWebApp(parts: Partial<WebApp>): WebApp {
  return {
    clientDir: import.meta.dirname,
    render: async () => ({ kind: "page", status: 200, html: "" }),
    renderShell: () => "",
    ...parts,
  };
}
