/** The server's settings, which are part of every page. */
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
  /** The URL of the Stripe sandbox's script in the demo, which runs before the app's. The app loads Stripe's own script. */
  scriptUrl?: string;
};

/** The parts of Vite's manifest that a document needs. */
export type Manifest = Record<
  string,
  {
    file: string;
    isEntry?: boolean;
    imports?: string[];
    assets?: string[];
  }
>;

type ShellRequest = { settings: Settings; manifest: Manifest };

/**
 * Calls a procedure of the API by its path.
 *
 * @throws what a browser gets if the API refuses the call
 */
export type CallApi = (
  path: string,
  type: "query" | "mutation",
  input: unknown,
  signal?: AbortSignal,
) => Promise<unknown>;

/** What the web app needs to render a page on the server. */
export type RenderRequest = ShellRequest & {
  /** Path and query as the browser requested them, such as `/search?breed=Boxer`. */
  url: string;
  audience: Audience;
  call: CallApi;
};

/**
 * Who a document is for. One for everyone depends only on its canonical address, the settings and public data; the browser
 * asks who is signed in. One for a guest or a session belongs to the request, and for a session the page queries the
 * current user.
 */
export type Audience = "everyone" | "guest" | "session";

export type RenderedPage =
  | { kind: "redirect"; status: 301 | 302 | 307 | 308; location: string }
  | {
      kind: "page";
      status: 200 | 404;
      html: string;
      /** Of a document whose styles wait until after the first paint, except for those in its style element. */
      firstPaint?: {
        /** The hash of the style element, for the content security policy. */
        styleHash: string;
        /** The path of the script that runs before. */
        scriptPath: string;
      };
    };

/** The `entry` that the web app's server build exports. */
export type ServerEntry = {
  /** Renders the document of one URL. Throws the errors of loaders and of rendering. */
  render: (request: RenderRequest) => Promise<RenderedPage>;
  /** Returns a document without content for the browser to render, if `render` has thrown. */
  renderShell: (request: ShellRequest) => string;
};

/** The built web app with its manifest. */
export type WebApp = {
  /** The folder with the files that browsers load. Files in `assets/` have a hash in their names. */
  clientDir: string;
  /** Renders one URL, or the shell if that fails. A page whose calls get a 503 is refused instead (`routes.ts`). */
  render: (
    request: Omit<RenderRequest, "manifest">,
  ) => Promise<RenderedPage | { kind: "shell"; html: string; error: unknown }>;
  renderShell: (settings: Settings) => string;
};
