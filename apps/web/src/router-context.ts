import type { Settings } from "@studbook/api/page-contract";
import type { Data } from "./trpc.ts";

/** Available to every route's loader and component. */
export type RouterContext = {
  data: Data;
  settings: Settings;
  /** The document is the same for everyone. On the server, no page asks who is signed in. */
  isShared?: boolean;
  /** The server renders the main element only, because it knows what surrounds it (ssr/frames.ts). */
  isMainOnly?: boolean;
};
