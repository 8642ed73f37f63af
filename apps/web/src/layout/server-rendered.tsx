import { type ReactNode, useState } from "react";
import { useIsHydrated } from "../features/forms/use-is-hydrated.ts";

/** React leaves the children of such an element as they are. */
const AS_RENDERED = { __html: "" };

/**
 * Content without interaction, which the server renders and the browser neither hydrates nor loads code for. On a page that
 * was opened in the browser, the children are rendered there, so they should be lazy components.
 */
export function ServerRendered({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated();
  const [isOfServer] = useState(!isHydrated && !import.meta.env.SSR);
  if (!isOfServer) return <div className="as-rendered">{children}</div>;
  return (
    <div className="as-rendered" dangerouslySetInnerHTML={AS_RENDERED} suppressHydrationWarning />
  );
}
