import { expect, type Page } from "@playwright/test";
import { makePhoto } from "./photos/make-photos.ts";

/** Creates a listing through the API in the session of this page. Returns the ad's ID. */
export async function createListing(page: Page, dogName: string): Promise<string> {
  const upload = await page.request.post("/api/upload-images", {
    multipart: { images: await makePhoto("dog.jpg", "saddlebrown") },
  });
  expect(upload.status()).toBe(200);
  const { urls } = await upload.json();
  const response = await page.request.post("/api/ads", {
    data: {
      dogName,
      breed: "Vizsla",
      state: "MT",
      birthdate: "2022-05-14",
      studFee: 900,
      description: "A steady dog who sleeps by the stove.",
      ownerName: "Dale",
      ownerEmail: "dale@example.com",
      images: urls,
    },
  });
  expect(response.status()).toBe(201);
  return (await response.json()).id;
}
