import type { TRPCLink } from "@trpc/client";
import type { AppRouter } from "../router.ts";

/** What the server tells the web app with every page. */
export type Settings = {
  /** Scheme, host and port of the public address, without a trailing slash. */
  origin: string;
  /** The server's UTC day, `YYYY-MM-DD`, so that ages agree on both sides. */
  today: string;
  supportEmail: string;
  /** Only in the documents of PAYMENT_PAGES. */
  payments?: PaymentSettings;
};

export type PaymentSettings = {
  publishableKey: string;
  /** In the demo: the script of Stripe's local stand-in, to run before the app's. The app loads the real one itself. */
  scriptUrl?: string;
};

/** The parts of Vite's manifest of the browsers' build that a document needs. */
export type Manifest = Record<
  string,
  {
    file: string;
    isEntry?: boolean;
    imports?: string[];
    css?: string[];
    assets?: string[];
  }
>;

type ShellRequest = { settings: Settings; manifest: Manifest };

/** What the web app needs to render one page on the server. */
export type RenderRequest = ShellRequest & {
  /** Path and query as the browser requested them, such as `/search?breed=Boxer`. */
  url: string;
  /** Whether the request has a session's cookie. Without one the API is not asked who the user is. */
  hasSession: boolean;
  link: TRPCLink<AppRouter>;
};

export type RenderedPage =
  | { kind: "redirect"; status: 301 | 302 | 307 | 308; location: string }
  | { kind: "page"; status: 200 | 404; html: string };

/** What the web app's build for the server exports as `entry`. */
export type ServerEntry = {
  /** Renders one address as a whole document. Throws what a loader or the rendering threw. */
  render: (request: RenderRequest) => Promise<RenderedPage>;
  /** Returns a document without content, which the browser renders: for when `render` has thrown. */
  renderShell: (request: ShellRequest) => string;
};

/** The built web app with its manifest. */
export type WebApp = {
  /** The folder with the files browsers load; those below `assets/` carry a hash in their names. */
  clientDir: string;
  /** Renders one address, or the shell if that fails. */
  render: (
    request: Omit<RenderRequest, "manifest">,
  ) => Promise<RenderedPage | { kind: "shell"; html: string; error: unknown }>;
  renderShell: (settings: Settings) => string;
};
