const PARENTS = ["sire", "dam"] as const;

type Parent = (typeof PARENTS)[number];

/** The path from a dog to an ancestor of up to three generations: 'sire.dam' is the sire's dam. */
export type AncestorPath = Parent | `${Parent}.${Parent}` | `${Parent}.${Parent}.${Parent}`;

/** The sire or dam of an ancestor in the pedigree. */
export function parentsOf<Path extends Parent | `${Parent}.${Parent}`>(path: Path) {
  return [`${path}.sire`, `${path}.dam`] as const;
}

/** The 14 ancestors, each before its own parents: the order in which a pedigree is read aloud. */
export const ANCESTOR_PATHS: readonly AncestorPath[] = PARENTS.flatMap((parent) => [
  parent,
  ...parentsOf(parent).flatMap((grandparent) => [grandparent, ...parentsOf(grandparent)]),
]);

/** Returns the ancestor's relation to the dog: 'Sire', 'Sire's dam', 'Dam's sire's dam'. */
export function describeAncestor(path: AncestorPath): string {
  const text = path.replaceAll(".", "'s ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
