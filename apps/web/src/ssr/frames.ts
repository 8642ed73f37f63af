import { ROOT_START } from "./document.ts";

/** What surrounds the main element: the header and the footer. */
type Frame = { before: string; after: string };

const MAIN_START = "<main";
const MAIN_END = "</main>";

/** By the ID of the route, on which the links to the current page depend. For documents for everyone only. */
const frames = new Map<string, Frame>();

/** Whether the frame of a route has been rendered. Then only the main element is needed. */
export function hasFrame(routeId: string): boolean {
  return frames.has(routeId);
}

/** Stores the frame of a page that was rendered completely. Users' texts cannot contain tags. */
export function storeFrame(routeId: string, rendered: string): void {
  const start = rendered.indexOf(ROOT_START) + ROOT_START.length;
  frames.set(routeId, {
    before: rendered.slice(start, rendered.indexOf(MAIN_START, start)),
    after: rendered.slice(rendered.lastIndexOf(MAIN_END) + MAIN_END.length),
  });
}

/** Adds the frame to a page of which only the main element was rendered. */
export function addFrame(routeId: string, rendered: string): string {
  const { before = "", after = "" } = frames.get(routeId) ?? {};
  const start = rendered.indexOf(ROOT_START) + ROOT_START.length;
  const end = rendered.lastIndexOf(MAIN_END) + MAIN_END.length;
  return rendered.slice(0, start) + before + rendered.slice(start, end) + after;
}
