import { type Kysely, sql } from "kysely";

export const isTransactional = false;

/** All dates are before the day on which the sample ads were created. */
const samples = [
  {
    id: "f1ecdc71-da59-46ae-9684-64b8124f942c",
    record: {
      identity: {
        registeredName: "Elk Creek's Ranger on the Ridge",
        registry: "AKC",
        registrationNumber: "SR81234503",
        dnaProfileNumber: "V10482716",
        color: "Golden",
        weightPounds: 70,
        heightInches: 23.5,
        microchipped: true,
        kennelName: "Elk Creek Goldens",
      },
      titles: { prefix: "CH", suffix: "JH CGC" },
      place: { zip: "59715", city: "Bozeman" },
      pedigree: {
        ancestors: {
          sire: "CH Elk Creek's Timberline Scout MH",
          dam: "Bridger's Wild Rose JH CGC",
          "sire.sire": "CH Larkspur's High Country SH",
          "sire.dam": "Elk Creek's Morning Paintbrush",
          "dam.sire": "Bridger's Long Rifle MH",
          "dam.dam": "Tamarack's Prairie Smoke CGC",
          "sire.sire.sire": "Larkspur's Old Faithful",
          "sire.sire.dam": "Cottonwood's June Grass",
          "sire.dam.sire": "Elk Creek's Stillwater MH",
          "sire.dam.dam": "Sagehen's Meadowlark",
          "dam.sire.sire": "Bridger's Powder River SH",
          "dam.sire.dam": "Antelope Flat's Calico",
          "dam.dam.sire": "Tamarack's Last Chance JH",
          "dam.dam.dam": "Prairie Creek's Lupine",
        },
        url: "https://k9data.example/ranger",
        coiPercent: 6.2,
        coiMethod: "pedigree",
        coiGenerations: 10,
      },
      health: {
        tests: [
          {
            test: "hips",
            registry: "OFA",
            result: "Good",
            date: "2024-07-09",
            number: "GR-128404G26M-PI",
          },
          {
            test: "elbows",
            registry: "OFA",
            result: "Normal",
            date: "2024-07-09",
            number: "GR-EL61877M26-PI",
          },
          {
            test: "eyes",
            registry: "CAER",
            result: "Normal",
            date: "2025-03-03",
            number: "GR-EYE19022/34M-PI",
          },
          {
            test: "dna",
            name: "prcd-PRA",
            registry: "laboratory",
            laboratory: "UC Davis VGL",
            result: "Clear",
            date: "2023-08-01",
            url: "https://elkcreek.example/prcd-pra.pdf",
          },
        ],
      },
      breeding: {
        proven: true,
        littersSired: 3,
        methods: ["natural", "chilled"],
        semenAnalysisDate: "2025-09-15",
        brucellosisTestDate: "2026-01-05",
      },
      terms: {
        deposit: 300,
        pickOfLitter: false,
        litterMeans: "2 live puppies",
        repeatBreeding: "One repeat breeding",
        extraCosts: "$375 a shipment",
        contractUrl: "https://elkcreek.example/contract.pdf",
        femaleNeeds: ["registration", "health-tests", "brucellosis", "progesterone", "approval"],
      },
      availability: { status: "available" },
    },
    // The second photo is wider than the first one, and the third one is upright.
    photos: [
      ["57d662ea-d30b-4b55-98e6-0b31cc791875", "d0b1f5f0-330d-4bd4-a7fe-aa430e120549"],
      ["35b17928-c757-4c4f-bf52-f80f8c690ee0", "04c229ce-0775-49d6-b2a6-32174d775af8"],
    ],
  },
  {
    id: "e96faf3b-4876-44ca-9a54-8667856a90bc",
    record: {
      identity: {
        registeredName: "Harbor Light's Blue Monday",
        registry: "UKC",
        registrationNumber: "P812-345",
        color: "Black",
        weightPounds: 78,
        heightInches: 23.5,
        microchipped: true,
      },
      titles: { prefix: "CH" },
      place: { zip: "04543", city: "Damariscotta" },
      pedigree: {
        ancestors: {
          sire: "CH Breakwater's Northeaster",
          dam: "Harbor Light's Second Cup",
          "sire.sire": "Breakwater's Ship to Shore",
          "dam.sire": "CH Pemaquid's Steady as She Goes",
          "dam.dam": "Harbor Light's Marigold",
        },
        coiPercent: 11.84,
        coiMethod: "genomic",
      },
      health: {
        tests: [
          {
            test: "hips",
            registry: "OFA",
            result: "Excellent",
            date: "2023-10-16",
            number: "LR-254817E25M-VPI",
          },
          {
            test: "dna",
            name: "EIC",
            registry: "laboratory",
            laboratory: "Paw Print Genetics",
            result: "Carrier",
            date: "2022-02-11",
          },
        ],
      },
      breeding: {
        proven: true,
        methods: ["natural", "frozen"],
        brucellosisTestDate: "2025-11-18",
      },
      terms: {
        pickOfLitter: true,
        repeatBreeding: "A return if there are no puppies",
        femaleNeeds: ["brucellosis"],
      },
    },
    photos: [
      ["354bb900-a85d-4e24-8d38-4457ff47dffa", "2a45964e-05ed-402a-9166-b542aef89c9c"],
      ["5ad01ec2-a14e-407a-a801-b43feaff8de1", "2ed58c58-b302-4975-9b3a-cdaa7fc177bf"],
    ],
  },
];

/**
 * Gives the sample ads records, and photos of other proportions, where they still exist. The changed photos have new IDs,
 * because browsers keep sample photos for a year.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { id, record, photos } of samples) {
    await sql`
      insert into ad_records (ad_id, identity, titles, place, pedigree, health, breeding, terms, availability)
      select ads.id, part.* from ads, json_to_record(${JSON.stringify(record)}::json) part (identity json,
        titles json, place json, pedigree json, health json, breeding json, terms json, availability json)
      where ads.id = ${id} on conflict (ad_id) do nothing`.execute(db);
    for (const [before, after] of photos) {
      const [from, to] = [`/photos/${before}/1600.webp`, `/photos/${after}/1600.webp`];
      await sql`
        update ads set images = array_replace(images, ${from}, ${to}) where id = ${id}`.execute(db);
    }
  }
}
