import { untilHydrated } from "../page.ts";
import { openButton, openPhotos, replacePhotos, stage, viewer } from "../photo-viewer.ts";
import { LONG_WORD } from "./long-names.ts";
import { AD_CALL, type Ad, alterResponses, type State } from "./state.ts";

const states: Omit<State, "screenshot">[] = [
  { name: "photos", open: (page) => openPhotos(page) },
  { name: "photos-one", open: (page) => openPhotos(page, 1) },
  { name: "photos-sample", open: (page) => openPhotos(page, "sample") },
  {
    name: "photos-tall",
    async open(page) {
      await replacePhotos(page, 900, 1600);
      await openPhotos(page);
    },
  },
  {
    name: "photos-zoomed",
    async open(page) {
      await openPhotos(page);
      await viewer(page).getByRole("button", { name: "Zoom in" }).click();
    },
  },
  {
    name: "photos-broken",
    statuses: [404],
    async open(page) {
      await page.route("**/photos/**", (route) => route.fulfill({ status: 404, body: "" }));
      await openPhotos(page);
      await stage(page).getByText("No image").waitFor();
    },
  },
  {
    name: "photos-long-name",
    async open(page) {
      await alterResponses<Ad>(page, AD_CALL, (ad) => ({ ...ad, dogName: LONG_WORD }));
      await page.goto("/search");
      await untilHydrated(page);
      await page
        .getByRole("link", { name: /View Details/ })
        .first()
        .click();
      await openButton(page).click();
      await viewer(page).waitFor();
    },
  },
];

/** The states of the full screen with the photos of an ad. */
export const PHOTO_VIEWER_STATES: State[] = states.map((state) => ({
  ...state,
  screenshot: "first screen",
}));
