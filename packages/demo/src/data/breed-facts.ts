import { type Breed, isBreed } from "@studbook/domain/breeds";

export type BreedGroup =
  | "sporting"
  | "hound"
  | "working"
  | "terrier"
  | "toy"
  | "companion"
  | "herding"
  | "mixed";

type BreedFacts = {
  group: BreedGroup;
  /** Typical weight of an adult male in pounds. */
  pounds: readonly [min: number, max: number];
  /** Typical stud fees in dollars. */
  fee: readonly [min: number, max: number];
};

/** Sorted by how often the demo lists them. */
const BREED_FACTS = {
  "Labrador Retriever": { group: "sporting", pounds: [65, 80], fee: [500, 1500] },
  "French Bulldog": { group: "companion", pounds: [22, 28], fee: [1200, 4000] },
  "Golden Retriever": { group: "sporting", pounds: [65, 75], fee: [600, 2000] },
  "German Shepherd Dog": { group: "herding", pounds: [68, 88], fee: [600, 2000] },
  "Poodle (Standard)": { group: "companion", pounds: [50, 68], fee: [600, 2000] },
  Bulldog: { group: "companion", pounds: [48, 55], fee: [1000, 3000] },
  Beagle: { group: "hound", pounds: [22, 29], fee: [350, 900] },
  Rottweiler: { group: "working", pounds: [100, 130], fee: [700, 2200] },
  Dachshund: { group: "hound", pounds: [11, 30], fee: [400, 1200] },
  "German Shorthaired Pointer": { group: "sporting", pounds: [55, 70], fee: [500, 1500] },
  "Pembroke Welsh Corgi": { group: "herding", pounds: [25, 30], fee: [500, 1600] },
  "Australian Shepherd": { group: "herding", pounds: [50, 64], fee: [500, 1400] },
  "Yorkshire Terrier": { group: "toy", pounds: [5, 7], fee: [400, 1200] },
  "Cavalier King Charles Spaniel": { group: "toy", pounds: [13, 18], fee: [600, 1800] },
  "Doberman Pinscher": { group: "working", pounds: [78, 98], fee: [700, 2200] },
  Boxer: { group: "working", pounds: [65, 80], fee: [500, 1400] },
  "Miniature Schnauzer": { group: "terrier", pounds: [13, 19], fee: [400, 1200] },
  "Cane Corso": { group: "working", pounds: [100, 120], fee: [800, 2500] },
  "Great Dane": { group: "working", pounds: [140, 170], fee: [700, 2000] },
  "Shih Tzu": { group: "toy", pounds: [10, 16], fee: [350, 1000] },
  "Siberian Husky": { group: "working", pounds: [46, 60], fee: [400, 1200] },
  "Bernese Mountain Dog": { group: "working", pounds: [85, 112], fee: [900, 2500] },
  Pomeranian: { group: "toy", pounds: [4, 7], fee: [500, 1500] },
  "Boston Terrier": { group: "companion", pounds: [15, 24], fee: [500, 1400] },
  Havanese: { group: "toy", pounds: [9, 13], fee: [500, 1400] },
  "English Springer Spaniel": { group: "sporting", pounds: [45, 52], fee: [500, 1300] },
  "Shetland Sheepdog": { group: "herding", pounds: [17, 24], fee: [500, 1300] },
  Brittany: { group: "sporting", pounds: [34, 41], fee: [400, 1200] },
  "Cocker Spaniel": { group: "sporting", pounds: [25, 30], fee: [400, 1200] },
  "Miniature American Shepherd": { group: "herding", pounds: [26, 38], fee: [500, 1300] },
  "Border Collie": { group: "herding", pounds: [34, 50], fee: [400, 1300] },
  Vizsla: { group: "sporting", pounds: [52, 62], fee: [600, 1500] },
  Mastiff: { group: "working", pounds: [170, 215], fee: [700, 2000] },
  Chihuahua: { group: "toy", pounds: [4, 6], fee: [300, 900] },
  Pug: { group: "toy", pounds: [15, 20], fee: [450, 1300] },
  "Belgian Malinois": { group: "herding", pounds: [60, 78], fee: [600, 1800] },
  "Basset Hound": { group: "hound", pounds: [48, 65], fee: [400, 1100] },
  Collie: { group: "herding", pounds: [62, 75], fee: [500, 1300] },
  Newfoundland: { group: "working", pounds: [130, 150], fee: [900, 2200] },
  "Rhodesian Ridgeback": { group: "hound", pounds: [80, 92], fee: [700, 1800] },
  "Portuguese Water Dog": { group: "working", pounds: [45, 58], fee: [800, 2200] },
  Weimaraner: { group: "sporting", pounds: [72, 88], fee: [500, 1400] },
  "West Highland White Terrier": { group: "terrier", pounds: [17, 21], fee: [450, 1200] },
  "Shiba Inu": { group: "companion", pounds: [20, 24], fee: [500, 1400] },
  "Bichon Frise": { group: "companion", pounds: [13, 18], fee: [450, 1200] },
  Akita: { group: "working", pounds: [100, 128], fee: [700, 1800] },
  "English Cocker Spaniel": { group: "sporting", pounds: [28, 34], fee: [500, 1400] },
  Maltese: { group: "toy", pounds: [5, 7], fee: [450, 1300] },
  "Poodle (Miniature)": { group: "companion", pounds: [12, 17], fee: [500, 1500] },
  "Poodle (Toy)": { group: "toy", pounds: [5, 8], fee: [500, 1500] },
  "Saint Bernard": { group: "working", pounds: [145, 178], fee: [700, 1800] },
  "Chesapeake Bay Retriever": { group: "sporting", pounds: [68, 80], fee: [500, 1400] },
  "Bull Terrier": { group: "terrier", pounds: [52, 68], fee: [600, 1600] },
  "Staffordshire Bull Terrier": { group: "terrier", pounds: [29, 38], fee: [600, 1500] },
  Samoyed: { group: "working", pounds: [48, 64], fee: [900, 2500] },
  Papillon: { group: "toy", pounds: [6, 10], fee: [400, 1100] },
  "Australian Cattle Dog": { group: "herding", pounds: [38, 50], fee: [350, 1000] },
  "Soft Coated Wheaten Terrier": { group: "terrier", pounds: [35, 42], fee: [700, 1600] },
  Whippet: { group: "hound", pounds: [28, 38], fee: [500, 1300] },
  "Scottish Terrier": { group: "terrier", pounds: [19, 23], fee: [500, 1300] },
  "Dogue de Bordeaux": { group: "working", pounds: [112, 140], fee: [800, 2200] },
  "Italian Greyhound": { group: "toy", pounds: [9, 14], fee: [450, 1200] },
  Bullmastiff: { group: "working", pounds: [112, 130], fee: [700, 1900] },
  "Alaskan Malamute": { group: "working", pounds: [82, 98], fee: [600, 1500] },
  "Wirehaired Pointing Griffon": { group: "sporting", pounds: [55, 68], fee: [600, 1500] },
  "German Wirehaired Pointer": { group: "sporting", pounds: [60, 70], fee: [500, 1400] },
  Bloodhound: { group: "hound", pounds: [92, 110], fee: [500, 1400] },
  Dalmatian: { group: "companion", pounds: [50, 66], fee: [500, 1300] },
  "Great Pyrenees": { group: "working", pounds: [102, 122], fee: [400, 1200] },
  "Airedale Terrier": { group: "terrier", pounds: [55, 68], fee: [600, 1500] },
  "Old English Sheepdog": { group: "herding", pounds: [75, 98], fee: [700, 1700] },
  "Cardigan Welsh Corgi": { group: "herding", pounds: [30, 37], fee: [600, 1500] },
  "Chinese Shar-Pei": { group: "companion", pounds: [48, 60], fee: [500, 1400] },
  "American Staffordshire Terrier": { group: "terrier", pounds: [56, 70], fee: [500, 1500] },
  "Cairn Terrier": { group: "terrier", pounds: [13, 15], fee: [400, 1100] },
  "Miniature Pinscher": { group: "toy", pounds: [8, 11], fee: [350, 1000] },
  "Chow Chow": { group: "companion", pounds: [55, 70], fee: [700, 2000] },
  "Lhasa Apso": { group: "companion", pounds: [13, 18], fee: [400, 1000] },
  "Chinese Crested": { group: "toy", pounds: [9, 12], fee: [450, 1200] },
  Other: { group: "mixed", pounds: [25, 55], fee: [250, 500] },
} as const satisfies Record<Breed, BreedFacts>;

export function factsOf(breed: Breed): BreedFacts {
  return BREED_FACTS[breed];
}

/** All breeds, most frequently listed first. */
export const BREEDS_BY_DEMAND: readonly Breed[] = Object.keys(BREED_FACTS).filter(isBreed);
