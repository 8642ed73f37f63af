import { keyboard } from "../../input-methods.ts";
import { becomeMember } from "../../member.ts";
import { expect, openPage, test } from "../../page.ts";
import { FULL_RECORD, fillInRecord, newestAd } from "../../record-journey.ts";
import { shownToast } from "../../toasts.ts";

test("an owner states the whole record by keyboard only, and looks at the preview", async ({
  page,
}) => {
  test.slow();
  const input = keyboard(page);
  await becomeMember(page, "premium");
  await openPage(page, "/create-ad");
  await input.type(page.getByLabel("Dog name"), "Bell Ringer");
  await input.choose(page.getByLabel("Breed", { exact: true }), "Vizsla");
  await input.choose(page.getByLabel("State", { exact: true }), "Montana");
  await input.setDate(page.getByLabel("Birthdate"), "2022-05-14");
  await input.type(page.getByLabel("Stud fee"), "1200");
  await input.type(page.getByLabel("Description"), "A steady dog.");
  await input.pickPhotos(page.getByRole("button", { name: "Add photo" }), ["sienna"]);
  await expect(page.getByRole("progressbar")).toHaveCount(0);
  await input.type(page.getByLabel("Owner name"), "Dale");
  await input.type(page.getByLabel("Owner email"), "dale@example.com");
  await fillInRecord({ page, input });

  await input.press(page.getByRole("button", { name: "Preview" }));
  const dialog = page.getByRole("dialog", { name: "As it looks in search" });
  await expect(dialog.getByText("Bell Ringer").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Preview" })).toBeFocused();
  await input.press(page.getByRole("button", { name: "Create Listing" }));
  await expect(shownToast(page, "Ad created successfully")).toBeVisible();
  expect((await newestAd(page)).record).toEqual(FULL_RECORD);
});
