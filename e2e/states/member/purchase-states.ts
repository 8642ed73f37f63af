import type { Page } from "@playwright/test";
import {
  CARDS,
  openCheckout,
  payButton,
  paymentProblem,
  pressPay,
  typeCard,
} from "../../checkout.ts";
import { addPhotos, fillInListing } from "../../listing-form.ts";
import { becomeMember, signUp } from "../../member.ts";
import { openPage } from "../../page.ts";
import type { State } from "../state.ts";

const HEIC = {
  name: "IMG_4711.HEIC",
  mimeType: "image/heic",
  buffer: Buffer.from("\0\0\0\x18ftypheic\0\0"),
};

async function becomeBasicMember(page: Page): Promise<void> {
  await page.context().clearCookies();
  await becomeMember(page, "basic");
}

/** From the choice of a plan to the first listing. */
export const PURCHASE_STATES: State[] = [
  {
    name: "signup-upgrade",
    async open(page) {
      await becomeBasicMember(page);
      await openPage(page, "/signup");
      await page.getByText("Your plan now").waitFor();
    },
  },
  {
    name: "checkout-refused",
    statuses: [400, 402],
    async open(page) {
      await page.context().clearCookies();
      await signUp(page);
      await openCheckout(page, "premium");
      await page.getByLabel("Email for your receipt").fill("no address");
      const coupon = page.getByRole("textbox", { name: "Have a Coupon Code?" });
      await coupon.fill("NEWSTUDS");
      await coupon.press("Enter");
      await page.getByText("Not a valid email address").waitFor();
      await page.getByText("The coupon code you entered is not valid.").first().waitFor();
      await typeCard(page, CARDS.declined);
      await pressPay(page);
      await paymentProblem(page).waitFor();
    },
  },
  {
    name: "checkout-upgrade",
    async open(page) {
      await becomeBasicMember(page);
      await openCheckout(page, "premium");
      await payButton(page).waitFor();
    },
  },
  {
    name: "checkout-paid",
    async open(page) {
      // The page stays on the success text, because such a response ends a navigation.
      await page.route("/my-ads", (route) => route.fulfill({ status: 204 }));
      await page.context().clearCookies();
      await signUp(page);
      await openCheckout(page, "basic");
      await typeCard(page, CARDS.good);
      await pressPay(page);
      await page.getByText("Membership until").waitFor();
    },
  },
  {
    name: "create-ad-refused-photo",
    async open(page) {
      await becomeBasicMember(page);
      await openPage(page, "/create-ad");
      await page.getByLabel("Photo files").setInputFiles([HEIC]);
      await page.getByRole("alert").filter({ hasText: "IMG_4711.HEIC was not added" }).waitFor();
    },
  },
  {
    name: "my-ads-live",
    async open(page) {
      await becomeBasicMember(page);
      await openPage(page, "/create-ad");
      await fillInListing(page, "Juniper");
      await addPhotos(page, "sienna");
      await page.getByRole("button", { name: "Create Listing" }).click();
      await page
        .getByRole("region", { name: "Juniper is live" })
        .and(page.locator(":focus"))
        .waitFor();
    },
  },
];
