import type { Locator, Page } from "@playwright/test";
import { tabTo } from "./checks/focus.ts";
import { makePhotos } from "./photos/make-photos.ts";

/** How a journey uses a page: by mouse or by keyboard. */
export type InputMethod = {
  press(target: Locator): Promise<void>;
  /** Opens the menu of `button` and chooses `item` in it. */
  chooseItem(button: Locator, item: Locator): Promise<void>;
  type(target: Locator, text: string): Promise<void>;
  /** Selects the option that begins with this text. */
  choose(target: Locator, option: string): Promise<void>;
  /** Checks a checkbox or a radio button. */
  check(target: Locator): Promise<void>;
  /** Sets a native date input to 'YYYY-MM-DD'. */
  setDate(target: Locator, day: string): Promise<void>;
  /** Opens the file picker with the button `target` and picks one photo of each color. */
  pickPhotos(target: Locator, colors: readonly string[]): Promise<void>;
};

export function mouse(page: Page): InputMethod {
  return {
    press: (target) => target.click(),
    async chooseItem(button, item) {
      await button.click();
      await item.click();
    },
    async type(target, text) {
      await target.click({ clickCount: 3 });
      await page.keyboard.type(text);
    },
    async choose(target, option) {
      const label = await target.locator("option").filter({ hasText: option }).first().innerText();
      await target.selectOption({ label });
    },
    check: (target) => target.check(),
    setDate: (target, day) => target.fill(day),
    pickPhotos: (target, colors) => pick(page, colors, () => target.click()),
  };
}

/** Uses only keys. Asserts that the focus is visible at every Tab stop. */
export function keyboard(page: Page): InputMethod {
  const press = async (target: Locator) => {
    await reach(page, target);
    await page.keyboard.press("Enter");
  };
  return {
    press,
    async chooseItem(button, item) {
      await press(button);
      await tabTo(page, item, "ArrowDown");
      await page.keyboard.press("Enter");
    },
    async type(target, text) {
      await reach(page, target);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async choose(target, option) {
      await reach(page, target);
      await page.keyboard.type(option);
    },
    async check(target) {
      const name = await target.getAttribute("name");
      const isRadio = (await target.getAttribute("type")) === "radio";
      // Tab stops only at the checked button of a group.
      await reach(page, isRadio ? page.locator(`input[name="${name}"]:checked`) : target);
      while (!(await target.isChecked()))
        await page.keyboard.press(isRadio ? "ArrowDown" : "Space");
    },
    async setDate(target, day) {
      const [year, month, date] = day.split("-");
      await reach(page, target);
      await page.keyboard.type(`${month}${date}${year}`);
    },
    pickPhotos: (target, colors) => pick(page, colors, () => press(target)),
  };
}

/** Presses Tab or Shift+Tab, depending on where `target` is, until it is focused. */
async function reach(page: Page, target: Locator): Promise<void> {
  if (await target.evaluate((element) => element === document.activeElement)) return;
  const isBefore = await target.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return false;
    const place = activeElement.compareDocumentPosition(element);
    return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  });
  await tabTo(page, target, isBefore ? "Shift+Tab" : "Tab");
}

async function pick(page: Page, colors: readonly string[], open: () => Promise<void>) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  await chooser.setFiles(await makePhotos(colors));
}
