import { DEFAULT_SUPPORT_EMAIL, SANDBOX_SCRIPT_PATH } from "@studbook/domain/pages";
import { PAYMENT_PAGES } from "@studbook/domain/payment-pages";
import type { HtmlTagDescriptor, Plugin } from "vite";
import { type PageState, STATE_ID } from "../src/page-state.ts";

type Stripe = { publishableKey: string; sandboxPort: string | undefined };

/** Adds to the development server's documents what the API adds to those of the built app. */
export function developmentDocuments({ publishableKey, sandboxPort }: Stripe): Plugin {
  return {
    name: "studbook:development-documents",
    apply: "serve",
    transformIndexHtml(_html, { originalUrl = "/", server }) {
      const origin = server?.resolvedUrls?.local[0]?.replace(/\/$/, "") ?? "";
      const takesPayments = PAYMENT_PAGES.includes(
        new URL(originalUrl, "http://localhost").pathname,
      );
      const scriptUrl =
        takesPayments && sandboxPort && `http://localhost:${sandboxPort}${SANDBOX_SCRIPT_PATH}`;
      const state: PageState = {
        settings: {
          today: new Date().toISOString().slice(0, 10),
          origin,
          supportEmail: DEFAULT_SUPPORT_EMAIL,
          ...(takesPayments && { payments: { publishableKey, ...(scriptUrl && { scriptUrl }) } }),
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
      return tags;
    },
  };
}
