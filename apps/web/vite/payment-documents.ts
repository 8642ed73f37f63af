import type { HtmlTagDescriptor, Plugin } from "vite";

const PAGES = /^\/(?:checkout|signup\/payment)(?:[?#]|$)/;
// As page-state.ts has it.
const STATE_ID = "__state";

type Provider = { publishableKey: string; sandboxPort: string | undefined };

/** Under the development server: what the API's documents of the two payment pages say of the provider. */
export function paymentDocuments({ publishableKey, sandboxPort }: Provider): Plugin {
  return {
    name: "studbook:payment-documents",
    apply: "serve",
    transformIndexHtml(_html, { originalUrl = "", server }) {
      if (!PAGES.test(originalUrl)) return;
      const scriptUrl = sandboxPort && `http://localhost:${sandboxPort}/v3/stripe.js`;
      const state = {
        settings: {
          today: new Date().toISOString().slice(0, 10),
          origin: server?.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "",
          supportEmail: "support@example.com",
          payments: { publishableKey, ...(scriptUrl && { scriptUrl }) },
        },
      };
      const tags: HtmlTagDescriptor[] = [
        {
          tag: "script",
          attrs: { type: "application/json", id: STATE_ID },
          children: JSON.stringify(state),
          injectTo: "body",
        },
      ];
      if (scriptUrl)
        tags.push({ tag: "script", attrs: { src: scriptUrl }, injectTo: "head-prepend" });
      return tags;
    },
  };
}
