import { expect, type Page } from "@playwright/test";

/** Waits until all animations and transitions have ended, except for endless animations. */
export async function untilAnimationsEnd(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY),
  );
}

/** Asserts that the page has no animations and no transitions. */
export async function expectNoMotion(page: Page): Promise<void> {
  const moving = await page.evaluate(() => {
    const isLong = (durations: string) =>
      durations.split(",").some((one) => Number.parseFloat(one));
    const styles = [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].map((part) => ({
        element,
        part,
        style: getComputedStyle(element, part || null),
      })),
    );
    return [
      ...document.getAnimations().map((animation) => `running: ${animation.playState}`),
      ...styles
        .filter(
          ({ style }) =>
            style.display !== "none" &&
            (isLong(style.transitionDuration) ||
              (style.animationName !== "none" && isLong(style.animationDuration))),
        )
        .map(({ element, part }) => element.outerHTML.slice(0, 120) + part),
    ];
  });
  expect(moving).toEqual([]);
}
