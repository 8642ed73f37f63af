import { expect } from "@playwright/test";
import { afterAll, beforeAll, describe, it, onTestFinished } from "vitest";
import { type Examples, openExamples } from "../test/open-examples.ts";

let examples: Examples;
beforeAll(async () => {
  examples = await openExamples();
});
afterAll(() => examples.close());

it("PasswordField shows and hides the password", async () => {
  const page = await examples.open("password");
  const input = page.getByLabel("New password", { exact: true });
  const toggle = page.getByRole("button", { name: "Show new password" });
  await expect(input).toHaveAttribute("type", "password");
  await expect(toggle).toHaveAttribute("aria-pressed", "false");
  await toggle.click();
  await expect(input).toHaveAttribute("type", "text");
  await expect(input).toHaveValue("secret");
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.click();
  await expect(input).toHaveAttribute("type", "password");
});

it("ErrorSummary takes the focus on every failed attempt and links to the fields", async () => {
  const page = await examples.open("errors");
  const summary = page.getByRole("alert");
  await expect(summary).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(summary).toBeFocused();
  await page.getByRole("link", { name: "Enter an email" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(summary).toBeFocused();
});

describe("ConfirmDialog", () => {
  it("focuses the safe choice, stays open on a click outside and cancels on Escape", async () => {
    const page = await examples.open("confirm");
    const trigger = page.getByRole("button", { name: "Delete" });
    await trigger.click();
    const dialog = page.getByRole("alertdialog", { name: "Delete the listing?" });
    await expect(dialog).toHaveAccessibleDescription("This cannot be undone.");
    await expect(dialog.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.mouse.click(700, 500);
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(trigger).toBeFocused();
    await expect(page.getByRole("status")).toHaveText("canceled");
  });

  it("calls onConfirm and returns the focus", async () => {
    const page = await examples.open("confirm");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete for good" }).click();
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("status")).toHaveText("confirmed");
    await expect(page.getByRole("button", { name: "Delete" })).toBeFocused();
  });

  it("returns the focus to the previously focused element without a trigger", async () => {
    const page = await examples.open("confirm-open");
    await page.getByRole("button", { name: "Leave" }).click();
    await expect(page.getByRole("button", { name: "Keep editing" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Leave" })).toBeFocused();
  });
});

it("FormDialog keeps its input on a click outside, and returns the focus on Escape", async () => {
  const page = await examples.open("form");
  const trigger = page.getByRole("button", { name: "Edit" });
  await trigger.click();
  await page.getByLabel("Code").fill("SPRING");
  await page.mouse.click(700, 500);
  await expect(page.getByLabel("Code")).toHaveValue("SPRING");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(trigger).toBeFocused();
});

it("FormDialog returns the focus to its opener without a trigger", async () => {
  const page = await examples.open("form-open");
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByLabel("Code")).toBeFocused();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Edit" })).toBeFocused();
});

describe("Menu", () => {
  it("opens, moves, follows a link and closes by keyboard", async () => {
    const page = await examples.open("menu");
    const button = page.getByRole("button", { name: "More" });
    await button.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Delete" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menu")).toHaveCount(0);
    await expect(button).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#duplicate$/);
  });

  it("gives the focus to a dialog that an action opens, and back to its button", async () => {
    const page = await examples.open("menu");
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(page.getByRole("button", { name: "Keep" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alertdialog")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "More" })).toBeFocused();
  });
});

describe("Toast", () => {
  it.each([
    ["Succeed", "Saved", "polite"],
    ["Fail", "Not saved", "assertive"],
  ])("%s: announces %j as %s and can be dismissed", async (button, title, live) => {
    const page = await examples.open("toast");
    await page.getByRole("button", { name: button }).click();
    const toast = page.getByRole("listitem").filter({ hasText: title });
    await expect(toast).toContainText("Details");
    const announcement = page.getByRole("status").filter({ hasText: title });
    await expect(announcement).toHaveAttribute("aria-live", live);
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /F8/ }).getByRole("list")).toBeFocused();
    await toast.getByRole("button", { name: "Dismiss" }).click();
    await expect(toast).toHaveCount(0);
  });

  it("disappears after 5 seconds", async () => {
    const page = await examples.open("toast");
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    onTestFinished(() => page.clock.resume());
    await page.getByRole("button", { name: "Succeed" }).click();
    const toast = page.getByRole("listitem").filter({ hasText: "Saved" });
    await expect(toast).toBeVisible();
    await page.clock.runFor(4900);
    await expect(toast).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast).toHaveCount(0);
  });
});

it("PhotoRows reorders with buttons and keeps the focus at the last position", async () => {
  const page = await examples.open("photos");
  const down = page.getByRole("button", { name: "Move photo 1 down" });
  await down.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("2 1");
  const disabled = page.getByRole("button", { name: "Move photo 2 down" });
  await expect(disabled).toHaveAttribute("aria-disabled", "true");
  await expect(disabled).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status")).toHaveText("2 1");
});

it("PhotoViewer leaves keys with modifiers to the browser, and calls returnFocus after closing", async () => {
  const page = await examples.open("viewer");
  await page.getByRole("button", { name: "View" }).click();
  const dialog = page.getByRole("dialog", { name: "Photos of Ranger" });
  await expect(dialog.getByRole("button", { name: "Close" })).toBeFocused();
  for (const keys of ["Alt+ArrowRight", "Control+End", "ArrowRight"]) {
    await page.keyboard.press(keys);
  }
  await expect(dialog.getByRole("status")).toHaveText("2 of 3");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("status")).toHaveText("returned");
});
