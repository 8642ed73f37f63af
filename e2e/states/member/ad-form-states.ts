import { expect, type Page } from "@playwright/test";
import { addPhotos, fillInListing, photoFiles, photoTiles } from "../../listing-form.ts";
import { signInAs, signUp } from "../../member.ts";
import { openPage, untilHydrated } from "../../page.ts";
import { makePhotos } from "../../photos/make-photos.ts";
import { partOf } from "../../record-journey.ts";
import { shownToast } from "../../toasts.ts";
import type { State } from "../state.ts";

const UPLOAD_CALL = "**/api/upload-images";

async function openFormAs(page: Page, username: string): Promise<void> {
  await forgetDrafts(page);
  await page.context().clearCookies();
  await signInAs(page, username);
  await openPage(page, "/create-ad");
}

/** The states of a worker share the browser's storage. */
async function forgetDrafts(page: Page): Promise<void> {
  await page.addInitScript(() => localStorage.clear());
}

/** Opens the form of a Boxer, whose club lists tests, with one part of the record open. */
async function openPart(page: Page, title: string): Promise<void> {
  await openFormAs(page, "premium");
  await page.getByLabel("Breed", { exact: true }).selectOption("Boxer");
  await partOf(page, title).click();
}

async function editOwnAd(page: Page): Promise<void> {
  await forgetDrafts(page);
  await page.context().clearCookies();
  await signInAs(page, "premium");
  const own: { id: string; images: string[] }[] = await (
    await page.request.get("/api/my-ads")
  ).json();
  const ad = own.find(({ images }) => images.length === 3) ?? own[0];
  await page.goto(`/edit-ad/${ad?.id}`);
  await untilHydrated(page);
  // Short enough for the narrowest window.
  await page.getByLabel("Dog name").fill("Ranger");
  await page.getByLabel("Owner email").fill("m@example.com");
  await page.getByLabel("Description").fill("A steady dog who sleeps by the stove.");
}

/** The listing forms, and what is shown instead of them. */
export const AD_FORM_STATES: State[] = [
  { name: "create-ad-new", open: (page) => openFormAs(page, "premium") },
  {
    name: "create-ad",
    async open(page) {
      await openFormAs(page, "premium");
      await addPhotos(page, "peru");
      await fillInListing(page, "Ranger of Elk Creek");
      await page.getByLabel("Breed", { exact: true }).selectOption("");
      await page.getByLabel("Birthdate").fill("2031-05-14");
      await page.getByRole("button", { name: "Create Listing" }).click();
      await page.getByRole("alert").filter({ hasText: "Please correct 2 fields" }).waitFor();
    },
  },
  {
    name: "create-ad-uploading",
    async open(page) {
      await openFormAs(page, "premium");
      await addPhotos(page, "peru");
      await page.route(UPLOAD_CALL, () => new Promise<void>(() => undefined));
      await photoFiles(page).setInputFiles(await makePhotos(["teal"]));
      await page.getByText(/^Uploading/).waitFor();
      await page.getByAltText("Photo 2").waitFor();
    },
  },
  {
    name: "create-ad-upload-failed",
    failures: ["net::ERR_FAILED"],
    async open(page) {
      await openFormAs(page, "premium");
      await page.route(UPLOAD_CALL, (route) => route.abort());
      await photoFiles(page).setInputFiles(await makePhotos(["peru", "teal"]));
      await page.getByText("Not uploaded").nth(1).waitFor();
      await page.getByAltText("Photo 2").waitFor();
    },
  },
  {
    name: "create-ad-too-many",
    async open(page) {
      await openFormAs(page, "premium");
      await photoFiles(page).setInputFiles(await makePhotos(["peru", "teal", "gold", "navy"]));
      await shownToast(page, "Maximum images reached").waitFor();
      await photoTiles(page).nth(2).waitFor();
      await expect(page.getByText(/^Uploading/)).toHaveCount(0);
    },
  },
  { name: "create-ad-identity", open: (page) => openPart(page, "Identity") },
  {
    name: "create-ad-health",
    async open(page) {
      await openPart(page, "Health tests");
      await page.getByRole("button", { name: "Add Hips" }).click();
      await page.getByLabel("Certificate number").fill("LR-100E24F-C-PI");
      await page.getByText("F stands for female.").waitFor();
    },
  },
  {
    name: "create-ad-pedigree",
    async open(page) {
      await openPart(page, "Pedigree");
      await page.getByLabel("Sire", { exact: true }).fill("GCH Stonebridge's Harvest Moon of June");
      await page.getByLabel("Sire's dam's dam", { exact: true }).fill("CH Evening Song");
    },
  },
  {
    name: "create-ad-breeding",
    async open(page) {
      await openPart(page, "Breeding");
      await page.getByLabel("Chilled semen").check();
      await page.getByLabel("Frozen semen only").check();
    },
  },
  { name: "create-ad-terms", open: (page) => openPart(page, "Terms") },
  { name: "create-ad-limit", open: (page) => openFormAs(page, "basic") },
  {
    name: "create-ad-none",
    async open(page) {
      await page.context().clearCookies();
      await signUp(page);
      await openPage(page, "/create-ad");
    },
  },
  { name: "create-ad-expired", open: (page) => openFormAs(page, "expired") },
  { name: "edit-ad", open: editOwnAd },
  {
    name: "edit-ad-not-found",
    statuses: [404],
    async open(page) {
      await page.context().clearCookies();
      await signInAs(page, "premium");
      await page.goto("/edit-ad/none");
      await page.getByRole("heading", { name: "Ad Not Found" }).waitFor();
    },
  },
];

/** The confirmation dialogs of the listing forms. */
export const AD_FORM_DIALOGS: State[] = [
  {
    name: "create-ad-leaving",
    async open(page) {
      await openFormAs(page, "premium");
      await page.getByLabel("Dog name").fill("Half done");
      await page.getByRole("link", { name: "Cancel" }).click();
      await page.getByRole("alertdialog", { name: "Leave without saving?" }).waitFor();
    },
  },
];
