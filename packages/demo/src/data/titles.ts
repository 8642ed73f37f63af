import type { BreedGroup } from "./breed-facts.ts";

/**
 * Titles after the name, as the AKC abbreviates them (akc.org/sports/titles-and-abbreviations). Each list has alternatives
 * of one sport, from easy to hard; a dog has up to one of each.
 */
export const SUFFIX_TITLES: Readonly<Record<BreedGroup, readonly (readonly string[])[]>> = {
  sporting: [["RN", "RI"], ["JH", "SH", "MH"], ["DJ"], ["CGC"], ["TKN"]],
  hound: [["RN"], ["TD"], ["CA"], ["CGC"], ["TKN"]],
  working: [["BN", "CD"], ["RN", "RI"], ["CA"], ["CGC", "CGCA"], ["TKN"]],
  terrier: [["RN"], ["RATN", "RATO"], ["CA"], ["CGC"], ["TKN"]],
  toy: [["RN"], ["NA NAJ"], ["CGC"], ["TKN", "TKI"]],
  companion: [["BN"], ["RN"], ["CA"], ["CGC"], ["TKN"]],
  herding: [["CD"], ["RN", "RI"], ["HT", "PT"], ["NA NAJ", "OA OAJ"], ["CGC"]],
  mixed: [["CGC"], ["TKN"]],
};
