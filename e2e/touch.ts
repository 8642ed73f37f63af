import type { Page } from "@playwright/test";

type Point = readonly [x: number, y: number];

const STEPS = 10;
/** Fingers that are lifted while they move start a fling, which swallows the next tap; two short touches are a double tap. */
const REST_MS = 350;

/** Moves fingers on the touch screen, each from one point to another, where they rest before they are lifted. */
export async function moveFingers(page: Page, ...fingers: readonly (readonly [Point, Point])[]) {
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", step: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: fingers.map((path, id) => ({ id, ...pointAlong(path, step / STEPS) })),
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= STEPS; step++) await touch("touchMove", step);
  const rested = Date.now() + REST_MS;
  while (Date.now() < rested) await touch("touchMove", STEPS);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** `done` is 0 at the first point and 1 at the second. */
function pointAlong([[fromX, fromY], [toX, toY]]: readonly [Point, Point], done: number) {
  return { x: fromX + (toX - fromX) * done, y: fromY + (toY - fromY) * done };
}
