import { type Kysely, sql } from "kysely";

const OWNER_ID = "fb33fbf2-aed9-4572-b5d7-1aa3900b6f87";
const CREATED_AT = "2026-01-15T12:00:00.000Z";

const samples = [
  {
    id: "f1ecdc71-da59-46ae-9684-64b8124f942c",
    dogName: "Ranger of Elk Creek",
    breed: "Golden Retriever",
    state: "MT",
    birthdate: "2022-04-18",
    studFee: 1200,
    description:
      "Ranger is a steady, biddable field-line Golden who works a full duck season and sleeps by " +
      "the stove. He stands 23½ inches and weighs 70 pounds in hard condition.\n\n" +
      "Natural breeding at our place near Bozeman, or chilled semen shipped Monday to Wednesday. " +
      "Bitches must have a current brucellosis test. Pedigree and test results sent on request.",
    ownerName: "Dale Hutchins",
    ownerEmail: "dale.hutchins@example.com",
    ownerPhone: "(406) 555-0142",
    photoIds: [
      "c663c648-d994-4002-b05e-678029b1fad0",
      "57d662ea-d30b-4b55-98e6-0b31cc791875",
      "35b17928-c757-4c4f-bf52-f80f8c690ee0",
    ],
  },
  {
    id: "e96faf3b-4876-44ca-9a54-8667856a90bc",
    dogName: "Harbor Light's Blue Monday",
    breed: "Labrador Retriever",
    state: "ME",
    birthdate: "2021-09-03",
    studFee: 950,
    description:
      "Monday is a black Labrador of the old stamp: broad head, otter tail and a coat that sheds " +
      "salt water. He lives with two children and a cat and is calm in company.\n\n" +
      "We are on the coast an hour north of Portland and welcome visits at weekends. The fee covers " +
      "two matings, and a return if there are no puppies.",
    ownerName: "Ruth Alden",
    ownerEmail: "ruth.alden@example.com",
    ownerPhone: null,
    photoIds: [
      "09d6d243-f9f7-4a93-9a95-9b12fee68ade",
      "354bb900-a85d-4e24-8d38-4457ff47dffa",
      "5ad01ec2-a14e-407a-a801-b43feaff8de1",
    ],
  },
];

/**
 * The two sample ads (specification, section 2) and their owner, whose password is no hash and
 * matches nothing. Their photos ship with the app and have no rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into users (id, username, password, membership_tier, membership_expires_at, ad_count,
      created_at, updated_at)
    values (${OWNER_ID}, 'studbook.samples', '!', 'premium', 'infinity', ${samples.length},
      ${CREATED_AT}, ${CREATED_AT})`.execute(db);
  for (const ad of samples) {
    const images = ad.photoIds.map((id) => `/photos/${id}/1600.webp`);
    await sql`
      insert into ads (id, user_id, dog_name, breed, state, birthdate, stud_fee, description,
        images, owner_name, owner_email, owner_phone, created_at, updated_at)
      values (${ad.id}, ${OWNER_ID}, ${ad.dogName}, ${ad.breed}, ${ad.state}, ${ad.birthdate},
        ${ad.studFee}, ${ad.description}, ${images}, ${ad.ownerName}, ${ad.ownerEmail},
        ${ad.ownerPhone}, ${CREATED_AT}, ${CREATED_AT})`.execute(db);
  }
}
