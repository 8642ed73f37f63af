import { type Browser, expect, type Page } from "@playwright/test";
import { launchBrowser } from "@studbook/chromium/test/browser";
import { afterAll, beforeAll, describe, it } from "vitest";
import { accept, bundleForm, openForm, refuse } from "../../../test/open-form.ts";

let browser: Browser;
let script: string;
beforeAll(async () => {
  [browser, script] = await Promise.all([launchBrowser(), bundleForm()]);
});
afterAll(() => browser.close());

const send = (page: Page) => page.getByRole("button", { name: "Send" }).click();
const summary = (page: Page) => page.getByRole("alert").filter({ has: page.getByRole("list") });

async function fillIn(page: Page) {
  await page.getByLabel("Username").fill("dale");
  await page.getByLabel("Password").fill("secret");
}

describe("a form that does not match its schema", () => {
  it("shows each problem at its field and focuses the summary, whose links focus the fields", async () => {
    const page = await openForm(browser, script, accept);
    await page.getByLabel("Password").fill("secret");
    await send(page);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page).getByRole("listitem")).toHaveText(["Username is required"]);
    await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/Username is required/);
    await expect(page.getByLabel("Password")).toHaveValue("secret");
    await summary(page).getByRole("link", { name: "Username is required" }).click();
    await expect(page.getByLabel("Username")).toBeFocused();
    await send(page);
    await expect(summary(page)).toBeFocused();
  });

  it("lists the problem of an extra field after those of the schema, until it is solved", async () => {
    const page = await openForm(browser, script, accept);
    await page.getByRole("button", { name: "Remove photo" }).click();
    await send(page);
    await expect(summary(page).getByRole("listitem")).toHaveText([
      "Username is required",
      "Password is required",
      "Add at least one photo",
    ]);
    await page.getByRole("button", { name: "Add photo" }).click();
    await expect(page.getByTestId("photo-error")).toBeEmpty();
  });

  it("is not sent while only an extra field has a problem", async () => {
    let calls = 0;
    const page = await openForm(browser, script, (route) => {
      calls += 1;
      return accept(route);
    });
    await fillIn(page);
    await page.getByRole("button", { name: "Remove photo" }).click();
    await send(page);
    await expect(summary(page).getByRole("listitem")).toHaveText(["Add at least one photo"]);
    await summary(page).getByRole("link").click();
    await page.getByRole("button", { name: "Add photo" }).click();
    expect(calls).toBe(0);
    await send(page);
    await expect(page.getByRole("status")).toHaveText("Saved");
    expect(calls).toBe(1);
  });
});

describe("a form that the server refuses", () => {
  it("shows the server's issues at their fields and its message in a toast", async () => {
    const page = await openForm(
      browser,
      script,
      refuse("Check your input.", [
        { path: "username", message: "Username is taken" },
        { path: "images.1", message: "This photo is in another ad" },
      ]),
    );
    await fillIn(page);
    await send(page);
    await expect(summary(page)).toBeFocused();
    await expect(summary(page).getByRole("listitem")).toHaveText([
      "Username is taken",
      "This photo is in another ad",
    ]);
    await expect(page.getByLabel("Username")).toHaveAccessibleDescription(/Username is taken/);
    await expect(page.getByTestId("photo-error")).toHaveText("This photo is in another ad");
    await expect(page.getByText("Login Failed", { exact: true })).toBeVisible();
    await expect(page.getByText("Check your input.", { exact: true })).toBeVisible();
    await expect(page.getByLabel("Password")).toHaveValue("secret");
  });

  it("can be sent again, which clears the toast and the issues", async () => {
    let answer = refuse("Check your input.", [{ path: "username", message: "Username is taken" }]);
    const page = await openForm(browser, script, (route) => answer(route));
    await fillIn(page);
    await send(page);
    await expect(page.getByText("Check your input.", { exact: true })).toBeVisible();
    answer = accept;
    await send(page);
    await expect(page.getByRole("status")).toHaveText("Saved");
    await expect(page.getByText("Check your input.", { exact: true })).toHaveCount(0);
    await expect(summary(page)).toHaveCount(0);
  });
});

describe("a form with nested fields in closed parts", () => {
  it("links each problem to its field, and opens its part", async () => {
    const page = await openForm(browser, script, accept, "/nested");
    await page.getByText("Test 1", { exact: true }).click();
    await send(page);
    await expect(summary(page)).toBeFocused();
    await summary(page).getByRole("link", { name: "Name is required" }).click();
    const field = page.getByLabel("Name 2");
    await expect(field).toBeFocused();
    await expect(field).toHaveAccessibleDescription(/Name is required/);
    await expect(page.getByLabel("Name 1")).toBeHidden();
    await field.fill("elbows");
    await expect(summary(page)).toHaveCount(0);
  });

  it("shows the server's issues at the fields that their paths mean, and its message for those of no field", async () => {
    const issues = [
      { path: "record.tests.2.name", message: "Unknown test" },
      { path: "record.tests.9.name", message: "Not shown" },
    ];
    const page = await openForm(browser, script, refuse("Check your input.", issues), "/nested");
    await page.getByText("Test 2", { exact: true }).click();
    await page.getByLabel("Name 2").fill("elbows");
    await send(page);
    await expect(summary(page).getByRole("listitem")).toHaveText([
      "Unknown test",
      "Check your input.",
    ]);
    await expect(page.getByLabel("Name 2")).toHaveAccessibleDescription(/Unknown test/);
  });
});

it("shows a refusal of the whole form in the summary, with its title, and in a toast", async () => {
  const page = await openForm(browser, script, refuse("Wrong name or password.", []));
  await fillIn(page);
  await send(page);
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole("heading")).toHaveText("Login Failed");
  await expect(summary(page).getByRole("listitem")).toHaveText(["Wrong name or password."]);
  await expect(page.getByText("Wrong name or password.", { exact: true })).toHaveCount(2);
});

it("shows in the summary, without a toast, that the server cannot be reached", async () => {
  const page = await openForm(browser, script, (route) => route.abort());
  await fillIn(page);
  await send(page);
  await expect(summary(page)).toBeFocused();
  await expect(summary(page)).toContainText("Studbook cannot be reached");
  await expect(page.getByText("Login Failed", { exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Username")).toHaveValue("dale");
});

it("sends a form once, however often it is submitted", async () => {
  let calls = 0;
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const page = await openForm(browser, script, async (route) => {
    calls += 1;
    await held;
    await accept(route);
  });
  await fillIn(page);
  await page.getByRole("button", { name: "Send" }).dblclick();
  const busy = page.getByRole("button", { name: "One moment…" });
  await expect(busy).toBeFocused();
  await busy.click({ force: true });
  await page.getByLabel("Password").press("Enter");
  release();
  await expect(page.getByRole("status")).toHaveText("Saved");
  expect(calls).toBe(1);
});

describe("a form with unsaved changes", () => {
  it("asks before the user leaves the page", async () => {
    const page = await openForm(browser, script, accept);
    await fillIn(page);
    await page.getByRole("link", { name: "Other page" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await dialog.getByRole("button", { name: "Keep Editing" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel("Username")).toHaveValue("dale");
    await page.getByRole("link", { name: "Other page" }).click();
    await dialog.getByRole("button", { name: "Leave Without Saving" }).click();
    await expect(page.getByRole("heading", { name: "Other page" })).toBeVisible();
  });

  it("keeps the address until the user answers, when the browser goes back or forward", async () => {
    const page = await openForm(browser, script, accept);
    await page.getByRole("link", { name: "Other page" }).click();
    await expect(page.getByRole("heading", { name: "Other page" })).toBeVisible();
    const other = page.url();
    await page.goBack();
    const address = page.url();
    await fillIn(page);
    const dialog = page.getByRole("alertdialog", { name: "Leave without saving?" });
    const goForward = () => page.evaluate(() => history.forward());
    await goForward();
    await dialog.waitFor();
    await expect(page).toHaveURL(address);
    await dialog.getByRole("button", { name: "Keep Editing" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByLabel("Username")).toHaveValue("dale");
    await goForward();
    await dialog.getByRole("button", { name: "Leave Without Saving" }).click();
    await expect(page).toHaveURL(other);
    await expect(page.getByRole("heading", { name: "Other page" })).toBeVisible();
  });

  it.each([
    ["it is unchanged", false],
    ["it was saved", true],
  ])("does not ask when %s", async (_, isSaved) => {
    const page = await openForm(browser, script, accept);
    if (isSaved) {
      await fillIn(page);
      await send(page);
      await expect(page.getByRole("status")).toHaveText("Saved");
    }
    await page.getByRole("link", { name: "Other page" }).click();
    await expect(page.getByRole("heading", { name: "Other page" })).toBeVisible();
  });
});
