import { expect, type Locator, type Page } from "@playwright/test";
import { ANCESTOR_PATHS, describeAncestor } from "@studbook/domain/record/ancestors";
import type { InputMethod } from "./input-methods.ts";

export type RecordJourney = { page: Page; input: InputMethod };

/** Returns the row of the form that opens a part of the record. */
export function partOf(page: Page, title: string): Locator {
  return page.locator("summary").filter({ has: page.getByRole("heading", { name: title }) });
}

/** Returns the ad that the user of the page has created last. */
export async function newestAd(page: Page) {
  const [ad] = await (await page.request.get("/api/my-ads?limit=1")).json();
  return await (await page.request.get(`/api/ads/${ad.id}`)).json();
}

/** The record that `fillInRecord` states, as the API answers it. */
export const FULL_RECORD = {
  identity: {
    registeredName: "Juniper Ridge's Bell Ringer",
    registry: "AKC",
    registrationNumber: "SR81234503",
    color: "Golden rust",
    kennelName: "Juniper Ridge",
    weightPounds: 55.5,
    heightInches: 23,
    dnaProfileNumber: "V10482716",
    microchipped: true,
  },
  titles: { prefix: "GCH", suffix: "CGC" },
  place: { zip: "59715", city: "Bozeman" },
  health: {
    chicNumber: "123456",
    tests: [
      {
        test: "hips",
        registry: "OFA",
        result: "Excellent",
        date: "2024-07-09",
        number: "VZ-12345E24M-PI",
        url: "https://ofa.example/1",
      },
      {
        test: "dna",
        name: "prcd-PRA",
        registry: "laboratory",
        laboratory: "Paw Lab",
        result: "Clear",
      },
    ],
  },
  pedigree: {
    ancestors: Object.fromEntries(ANCESTOR_PATHS.map((path) => [path, nameOf(path)])),
    url: "https://pedigree.example/1",
    coiPercent: 6.25,
    coiMethod: "pedigree",
    coiGenerations: 10,
  },
  breeding: {
    proven: true,
    littersSired: 4,
    methods: ["natural", "chilled"],
    semenAnalysisDate: "2026-03-02",
    brucellosisTestDate: "2026-10-08",
  },
  terms: {
    deposit: 200,
    pickOfLitter: false,
    litterMeans: "2 live puppies",
    repeatBreeding: "One repeat breeding",
    extraCosts: "$250 plus the courier",
    contractUrl: "https://contract.example/1.pdf",
    femaleNeeds: ["registration", "approval"],
  },
};

function nameOf(path: string): string {
  return `CH ${path.replaceAll(".", " ")}`;
}

/** Fills in every part of the record in the form of a Vizsla from Montana. */
export async function fillInRecord({ page, input }: RecordJourney): Promise<void> {
  await input.type(page.getByLabel("ZIP code"), "59715");
  await expect(page.getByText("Shown as “Bozeman, Montana”, never the ZIP").first()).toBeVisible();
  await fillInIdentity(page, input);
  await fillInHealth(page, input);
  await fillInPedigree(page, input);
  await fillInBreeding(page, input);
  await fillInTerms(page, input);
}

async function fillInIdentity(page: Page, input: InputMethod): Promise<void> {
  const { identity, titles } = FULL_RECORD;
  await input.press(partOf(page, "Identity"));
  await input.type(page.getByLabel("Registered name"), identity.registeredName);
  await input.type(page.getByLabel("Titles before the name"), titles.prefix);
  await input.type(page.getByLabel("Titles after the name"), titles.suffix);
  await expect(page.getByText("Shown as GCH Juniper Ridge's Bell Ringer CGC")).toBeVisible();
  await input.choose(page.getByLabel("Registry (optional)", { exact: true }), "AKC");
  await input.type(page.getByLabel("Registration number"), identity.registrationNumber);
  await input.type(page.getByLabel("Color"), identity.color);
  await input.type(page.getByLabel("Kennel name"), identity.kennelName);
  await input.type(page.getByLabel("Weight"), "55.5 lb");
  await input.type(page.getByLabel("Height"), "23");
  await input.type(page.getByLabel("DNA profile number"), identity.dnaProfileNumber);
  const microchipped = page.getByRole("group", { name: "Microchipped" });
  await input.check(microchipped.getByLabel("Yes"));
  await expect(partOf(page, "Identity")).toContainText(
    "Registered name, AKC number, color. 9 of 9 stated",
  );
}

async function fillInHealth(page: Page, input: InputMethod): Promise<void> {
  const [hips, dna] = FULL_RECORD.health.tests;
  await input.press(partOf(page, "Health tests"));
  await input.press(page.getByRole("button", { name: "Add a test" }));
  await expect(page.getByLabel("Certificate number")).toBeFocused();
  await input.type(page.getByLabel("Certificate number"), hips?.number ?? "");
  await expect(
    page.getByText("This number reads: Excellent at 24 months, male, permanently identified."),
  ).toBeVisible();
  await expect(page.getByLabel("Test", { exact: true })).toHaveValue("hips");
  await expect(page.getByLabel("Registry or laboratory")).toHaveValue("OFA");
  await expect(page.getByLabel("Result", { exact: true })).toHaveValue("Excellent");
  await input.setDate(page.getByLabel("Date (optional)", { exact: true }), hips?.date ?? "");
  await input.type(page.getByLabel("Link to the result"), hips?.url ?? "");
  await input.press(page.getByRole("button", { name: "Done" }));
  await expect(page.getByRole("button", { name: "Edit Hips" })).toBeFocused();

  await input.press(page.getByRole("button", { name: "Add another test" }));
  await input.choose(page.getByLabel("Test", { exact: true }), "DNA");
  await input.type(page.getByLabel("Name of the test"), dna?.name ?? "");
  await input.choose(page.getByLabel("Registry or laboratory"), "Laboratory");
  await input.type(page.getByLabel("Name of the laboratory"), dna?.laboratory ?? "");
  await input.type(page.getByLabel("Result", { exact: true }), dna?.result ?? "");
  await input.press(page.getByRole("button", { name: "Done" }));
  await expect(page.getByText("Paw Lab: Clear")).toBeVisible();
  await input.type(page.getByLabel("CHIC number"), FULL_RECORD.health.chicNumber);
  await expect(partOf(page, "Health tests")).toContainText("2 tests, CHIC number");
}

async function fillInPedigree(page: Page, input: InputMethod): Promise<void> {
  const { pedigree } = FULL_RECORD;
  await input.press(partOf(page, "Pedigree"));
  for (const path of ANCESTOR_PATHS) {
    await input.type(page.getByLabel(describeAncestor(path), { exact: true }), nameOf(path));
  }
  await input.type(page.getByLabel("Link to a pedigree elsewhere"), pedigree.url);
  await input.type(page.getByLabel("Inbreeding (COI)"), "6.25%");
  await input.choose(page.getByLabel("Worked out from"), "The pedigree");
  await input.type(page.getByLabel("Generations"), "10");
  await expect(partOf(page, "Pedigree")).toContainText("14 of 14 names. COI 6.25%");
}

async function fillInBreeding(page: Page, input: InputMethod): Promise<void> {
  const { breeding } = FULL_RECORD;
  await input.press(partOf(page, "Breeding"));
  await input.check(page.getByLabel("Proven", { exact: true }));
  await input.type(page.getByLabel("Litters sired"), "4");
  await input.check(page.getByLabel("Natural", { exact: true }));
  await input.check(page.getByLabel("Chilled semen"));
  await input.setDate(page.getByLabel("Last brucellosis test"), breeding.brucellosisTestDate);
  await input.setDate(page.getByLabel("Last semen analysis"), breeding.semenAnalysisDate);
  await expect(partOf(page, "Breeding")).toContainText("Proven, 4 litters. Natural, chilled semen");
}

async function fillInTerms(page: Page, input: InputMethod): Promise<void> {
  const { terms } = FULL_RECORD;
  await input.press(partOf(page, "Terms"));
  await input.type(page.getByLabel("Deposit"), "$200");
  await input.type(page.getByLabel("What counts as a litter"), terms.litterMeans);
  await input.type(page.getByLabel("If there is no litter"), terms.repeatBreeding);
  await input.type(page.getByLabel("Collection and shipping"), terms.extraCosts);
  await input.check(page.getByLabel("Not possible"));
  await input.check(page.getByLabel("Registration", { exact: true }));
  await input.check(page.getByLabel("approval of each female"));
  await input.type(page.getByLabel("Link to the contract"), terms.contractUrl);
  await expect(partOf(page, "Terms")).toContainText("7 of 7 stated");
}
