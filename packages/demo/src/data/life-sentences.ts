import type { BreedGroup } from "./breed-facts.ts";
import type { Sentence } from "./sentence.ts";

/** The dog's life and achievements. */
export const LIFE_SENTENCES: Readonly<Record<BreedGroup, readonly Sentence[]>> = {
  sporting: [
    "He works a full season over wild birds and is just as happy with bumpers on a summer pond.",
    {
      text: "He has two litters on the ground, and the pups are turning up in hunting homes and family kitchens alike.",
      says: { litters: 2 },
    },
    "He ran his first hunt tests last fall and took to them as if he had read the rule book.",
    "Both his parents live here with us, and you are welcome to meet them.",
    "He has picked up behind the guns since he was a year old.",
  ],
  hound: [
    "He runs with a small pack most weekends and never tires before the rest.",
    {
      text: "His first litter was six strong, and every one of them found a home before eight weeks.",
      says: { litters: 1 },
    },
    "He has been shown lightly and always comes home with a ribbon or a new friend.",
    "His sire and grandsire both lived with us to a ripe old age.",
    "He is steady with cats, chickens and small children.",
  ],
  working: [
    "He has done some carting and some draft work and finished both with his tail up.",
    { text: "His first litter was large, even and easy to place.", says: { litters: 1 } },
    "He has been shown from the puppy classes up and likes the travel as much as the ring.",
    "He lives in the house, sleeps by the back door and is good with our other dogs.",
    "His dam is still with us and still tells him what to do.",
  ],
  terrier: [
    "He has earned his keep in the barn and his ribbons in the ring.",
    {
      text: "His pups are known for tight feet, dark eyes and a good hard coat.",
      says: { proven: true },
    },
    "He has done a little agility and would do a great deal more if we had the time.",
    "He lives with two bitches and an elderly cat, and all four share one sofa.",
    "We show him ourselves and groom him ourselves, so ask us anything.",
  ],
  toy: [
    {
      text: "He has sired two small litters, and both mothers free-whelped.",
      says: { litters: 2 },
    },
    "He visits the nursing home with me on Thursdays and works the room like a politician.",
    "He was shown a few times as a youngster and enjoyed every minute of the attention.",
    "He is trained to a pad and to the yard, and he walks well on a leash.",
    "His sire and dam both live here, so you can see where he comes from.",
  ],
  companion: [
    {
      text: "He has sired one litter of five, all of them busy, healthy-looking pups with good appetites.",
      says: { litters: 1 },
    },
    "He has been shown as a special and still thinks every judge is a friend.",
    "He is house-trained, crate-trained and used to travel.",
    "He comes from a line we have known for three generations.",
    "He gets along with every dog in the neighborhood and most of the cats.",
  ],
  herding: [
    "He works sheep here at home and has done a few arena trials.",
    {
      text: "He has sired two litters, and the pups are working on ranches and sleeping on sofas in six states.",
      says: { litters: 2 },
    },
    "He has his first agility legs and more speed than his handler.",
    "He has moved cattle, goats and one very surprised goose.",
    "His dam still runs our flock, and his sire stands two counties over.",
  ],
  mixed: [
    "Both his parents live with us, and we know four generations behind each of them.",
    { text: "He has sired one litter of seven, and every pup has his ears.", says: { litters: 1 } },
    "He brings in the goats, minds the gate and rides along to town.",
    "He is easy with children, cats and the letter carrier.",
  ],
};
