import type { Locator, Page } from "@playwright/test";
import { tabTo } from "./checks/focus.ts";
import { makePhotos } from "./listing-form.ts";

/** One way to use a page: the same journey is made with the mouse and with the keyboard alone. */
export type Hand = {
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Chooses the option of a native select that begins with this text. */
  choose(target: Locator, option: string): Promise<void>;
  /** Sets a native date input to 'YYYY-MM-DD'. */
  setDate(target: Locator, day: string): Promise<void>;
  /** Opens the picker with the button `target` and picks one photo of each colour. */
  pickPhotos(target: Locator, colours: readonly string[]): Promise<void>;
};

export function mouse(page: Page): Hand {
  return {
    press: (target) => target.click(),
    async write(target, text) {
      await target.click({ clickCount: 3 });
      await page.keyboard.type(text);
    },
    async choose(target, option) {
      const label = await target.locator("option").filter({ hasText: option }).first().innerText();
      await target.selectOption({ label });
    },
    setDate: (target, day) => target.fill(day),
    pickPhotos: (target, colours) => pick(page, colours, () => target.click()),
  };
}

/** Tab, Enter and letters; that the focus is seen is asserted at every stop on the way. */
export function keyboard(page: Page): Hand {
  const press = async (target: Locator) => {
    await reach(page, target);
    await page.keyboard.press("Enter");
  };
  return {
    press,
    async write(target, text) {
      await reach(page, target);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async choose(target, option) {
      await reach(page, target);
      await page.keyboard.type(option);
    },
    async setDate(target, day) {
      const [year, month, date] = day.split("-");
      await reach(page, target);
      await page.keyboard.type(`${month}${date}${year}`);
    },
    pickPhotos: (target, colours) => pick(page, colours, () => press(target)),
  };
}

/** Tabs to what comes after the focus, and back to what comes before it. */
async function reach(page: Page, target: Locator): Promise<void> {
  const isBefore = await target.evaluate((element) => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return false;
    const place = activeElement.compareDocumentPosition(element);
    return (place & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  });
  await tabTo(page, target, isBefore ? "Shift+Tab" : "Tab");
}

async function pick(page: Page, colours: readonly string[], open: () => Promise<void>) {
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), open()]);
  await chooser.setFiles(await makePhotos(colours));
}
