import type { Breed } from "./breeds.ts";
import { toSlug } from "./slug.ts";

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

/** What is known about a breed. Several breeds may share a nickname, such as Corgi. */
export type BreedFacts = {
  /** Its name in URLs: 'poodle-standard'. */
  slug: string;
  /** Its group; null for Other. */
  group: BreedGroup | null;
  nicknames: readonly string[];
};

/** Returns the facts about a breed. Pages load this module only on demand, because visitors' first pages do not need it. */
export function breedFacts(breed: Breed): BreedFacts {
  const [group, ...nicknames] = FACTS[breed];
  return { slug: toSlug(breed), group, nicknames };
}

/** The group of each breed (akc.org/dog-breeds), then its nicknames. */
const FACTS: Record<Breed, readonly [BreedGroup | null, ...string[]]> = {
  "Airedale Terrier": ["Terrier", "Airedale"],
  Akita: ["Working", "American Akita"],
  "Alaskan Malamute": ["Working", "Malamute", "Mal"],
  "American Staffordshire Terrier": ["Terrier", "AmStaff", "Staffy"],
  "Australian Cattle Dog": [
    "Herding",
    "Blue Heeler",
    "Red Heeler",
    "Queensland Heeler",
    "ACD",
    "Cattle Dog",
  ],
  "Australian Shepherd": ["Herding", "Aussie"],
  "Basset Hound": ["Hound", "Basset"],
  Beagle: ["Hound"],
  "Belgian Malinois": ["Herding", "Malinois", "Mal"],
  "Bernese Mountain Dog": ["Working", "Berner", "Bernese"],
  "Bichon Frise": ["Non-Sporting", "Bichon"],
  Bloodhound: ["Hound"],
  "Border Collie": ["Herding", "BC"],
  "Boston Terrier": ["Non-Sporting", "Boston", "Boston Bull"],
  Boxer: ["Working"],
  Brittany: ["Sporting", "Brittany Spaniel"],
  "Bull Terrier": ["Terrier", "English Bull Terrier", "Bully"],
  Bulldog: ["Non-Sporting", "English Bulldog", "British Bulldog", "Bully"],
  Bullmastiff: ["Working"],
  "Cairn Terrier": ["Terrier", "Cairn"],
  "Cane Corso": ["Working", "Corso", "Italian Mastiff"],
  "Cardigan Welsh Corgi": ["Herding", "Cardigan", "Cardi", "Corgi"],
  "Cavalier King Charles Spaniel": ["Toy", "Cavalier", "CKCS"],
  "Chesapeake Bay Retriever": ["Sporting", "Chessie", "Chesapeake"],
  Chihuahua: ["Toy", "Chi"],
  "Chinese Crested": ["Toy", "Crested"],
  "Chinese Shar-Pei": ["Non-Sporting", "Shar-Pei"],
  "Chow Chow": ["Non-Sporting", "Chow"],
  "Cocker Spaniel": ["Sporting", "Cocker", "American Cocker Spaniel"],
  Collie: ["Herding", "Rough Collie", "Smooth Collie", "Scotch Collie"],
  Dachshund: ["Hound", "Doxie", "Wiener Dog", "Sausage Dog"],
  Dalmatian: ["Non-Sporting", "Dal"],
  "Doberman Pinscher": ["Working", "Doberman", "Dobie"],
  "Dogue de Bordeaux": ["Working", "French Mastiff", "Bordeaux Mastiff", "DDB"],
  "English Cocker Spaniel": ["Sporting", "English Cocker"],
  "English Springer Spaniel": ["Sporting", "Springer", "Springer Spaniel"],
  "French Bulldog": ["Non-Sporting", "Frenchie"],
  "German Shepherd Dog": ["Herding", "German Shepherd", "GSD", "Alsatian"],
  "German Shorthaired Pointer": ["Sporting", "GSP", "Shorthair"],
  "German Wirehaired Pointer": ["Sporting", "GWP", "Drahthaar"],
  "Golden Retriever": ["Sporting", "Golden"],
  "Great Dane": ["Working", "Dane"],
  "Great Pyrenees": ["Working", "Pyr", "Pyrenean Mountain Dog"],
  Havanese: ["Toy", "Havana Silk Dog"],
  "Italian Greyhound": ["Toy", "Iggy", "IG"],
  "Labrador Retriever": ["Sporting", "Lab", "Labrador"],
  "Lhasa Apso": ["Non-Sporting", "Lhasa"],
  Maltese: ["Toy"],
  Mastiff: ["Working", "English Mastiff"],
  "Miniature American Shepherd": ["Herding", "Mini American", "Mini Aussie"],
  "Miniature Pinscher": ["Toy", "Min Pin", "Minpin"],
  "Miniature Schnauzer": ["Terrier", "Mini Schnauzer"],
  Newfoundland: ["Working", "Newfie", "Newf"],
  "Old English Sheepdog": ["Herding", "OES", "Bobtail"],
  Papillon: ["Toy", "Continental Toy Spaniel"],
  "Pembroke Welsh Corgi": ["Herding", "Pembroke", "Pem", "Corgi"],
  Pomeranian: ["Toy", "Pom"],
  "Poodle (Miniature)": ["Non-Sporting", "Miniature Poodle", "Mini Poodle", "Poodle"],
  "Poodle (Standard)": ["Non-Sporting", "Standard Poodle", "Poodle"],
  "Poodle (Toy)": ["Toy", "Toy Poodle", "Poodle"],
  "Portuguese Water Dog": ["Working", "Portie", "PWD"],
  Pug: ["Toy"],
  "Rhodesian Ridgeback": ["Hound", "Ridgeback"],
  Rottweiler: ["Working", "Rottie"],
  "Saint Bernard": ["Working", "St. Bernard", "St Bernard"],
  Samoyed: ["Working", "Sammy"],
  "Scottish Terrier": ["Terrier", "Scottie"],
  "Shetland Sheepdog": ["Herding", "Sheltie"],
  "Shiba Inu": ["Non-Sporting", "Shiba"],
  "Shih Tzu": ["Toy"],
  "Siberian Husky": ["Working", "Husky", "Siberian"],
  "Soft Coated Wheaten Terrier": ["Terrier", "Wheaten", "Wheaten Terrier", "SCWT"],
  "Staffordshire Bull Terrier": ["Terrier", "Staffy", "Staffie", "Stafford"],
  Vizsla: ["Sporting", "Hungarian Pointer"],
  Weimaraner: ["Sporting", "Weim"],
  "West Highland White Terrier": ["Terrier", "Westie"],
  Whippet: ["Hound"],
  "Wirehaired Pointing Griffon": ["Sporting", "WPG", "Griffon", "Korthals Griffon"],
  "Yorkshire Terrier": ["Toy", "Yorkie"],
  Other: [null],
};
