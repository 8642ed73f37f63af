import type { Breed } from "./breeds.ts";

/** The groups of the American Kennel Club. */
export const BREED_GROUPS = [
  "Sporting",
  "Hound",
  "Working",
  "Terrier",
  "Toy",
  "Non-Sporting",
  "Herding",
] as const;

export type BreedGroup = (typeof BREED_GROUPS)[number];

/** Returns the group of a breed (akc.org/dog-breeds); null for Other. */
export function breedGroup(breed: Breed): BreedGroup | null {
  return BREED_GROUPS.find((group) => BREEDS_OF[group].includes(breed)) ?? null;
}

const BREEDS_OF: Record<BreedGroup, readonly Breed[]> = {
  Sporting: [
    "Brittany",
    "Chesapeake Bay Retriever",
    "Cocker Spaniel",
    "English Cocker Spaniel",
    "English Springer Spaniel",
    "German Shorthaired Pointer",
    "German Wirehaired Pointer",
    "Golden Retriever",
    "Labrador Retriever",
    "Vizsla",
    "Weimaraner",
    "Wirehaired Pointing Griffon",
  ],
  Hound: ["Basset Hound", "Beagle", "Bloodhound", "Dachshund", "Rhodesian Ridgeback", "Whippet"],
  Working: [
    "Akita",
    "Alaskan Malamute",
    "Bernese Mountain Dog",
    "Boxer",
    "Bullmastiff",
    "Cane Corso",
    "Doberman Pinscher",
    "Dogue de Bordeaux",
    "Great Dane",
    "Great Pyrenees",
    "Mastiff",
    "Newfoundland",
    "Portuguese Water Dog",
    "Rottweiler",
    "Saint Bernard",
    "Samoyed",
    "Siberian Husky",
  ],
  Terrier: [
    "Airedale Terrier",
    "American Staffordshire Terrier",
    "Bull Terrier",
    "Cairn Terrier",
    "Miniature Schnauzer",
    "Scottish Terrier",
    "Soft Coated Wheaten Terrier",
    "Staffordshire Bull Terrier",
    "West Highland White Terrier",
  ],
  Toy: [
    "Cavalier King Charles Spaniel",
    "Chihuahua",
    "Chinese Crested",
    "Havanese",
    "Italian Greyhound",
    "Maltese",
    "Miniature Pinscher",
    "Papillon",
    "Pomeranian",
    "Poodle (Toy)",
    "Pug",
    "Shih Tzu",
    "Yorkshire Terrier",
  ],
  "Non-Sporting": [
    "Bichon Frise",
    "Boston Terrier",
    "Bulldog",
    "Chinese Shar-Pei",
    "Chow Chow",
    "Dalmatian",
    "French Bulldog",
    "Lhasa Apso",
    "Poodle (Miniature)",
    "Poodle (Standard)",
    "Shiba Inu",
  ],
  Herding: [
    "Australian Cattle Dog",
    "Australian Shepherd",
    "Belgian Malinois",
    "Border Collie",
    "Cardigan Welsh Corgi",
    "Collie",
    "German Shepherd Dog",
    "Miniature American Shepherd",
    "Old English Sheepdog",
    "Pembroke Welsh Corgi",
    "Shetland Sheepdog",
  ],
};
