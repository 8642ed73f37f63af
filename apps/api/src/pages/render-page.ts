import type { TRPCLink } from "@trpc/client";
import type { AppRouter } from "../router.ts";

/** What the server says about itself with every page. */
type PageSettings = {
  /** Scheme, host and port of the public address, for canonical links. */
  origin: string;
  /** The server's UTC day, `YYYY-MM-DD`, so that ages agree on both sides. */
  today: string;
  supportEmail: string;
};

/** What the two pages that take payments need to know of the card provider. */
export type PaymentSettings = {
  publishableKey: string;
  /** In the demo: the script of the provider's local stand-in, to run before the bundle. */
  scriptUrl?: string;
};

/** What the built web app needs to render one page on the server. */
type PageRequest = PageSettings & {
  /** Path and query, such as `/search?breed=Boxer`. */
  url: string;
  /** Whether the request came with a session's cookie, so that the page is one person's own. */
  hasSession: boolean;
  link: TRPCLink<AppRouter>;
};

type RenderedPage =
  | { kind: "redirect"; status: 301 | 302 | 307 | 308; location: string }
  | { kind: "page"; status: 200 | 404; html: string }
  /** Rendering failed: a page without content, which the browser fills by itself, and why. */
  | { kind: "shell"; html: string; error: unknown };

/** The built web app, as the API knows it. */
export type WebApp = {
  /** The folder with the files browsers load; those below `assets/` carry a hash in their names. */
  clientDir: string;
  render: (request: PageRequest) => Promise<RenderedPage>;
  /** A page without content, which the browser fills by itself. */
  renderShell: (settings: PageSettings & { payments?: PaymentSettings }) => string;
};
