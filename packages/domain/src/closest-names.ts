const MOST = 3;
/** Names that score almost as well as the best one are listed too, unless even that one resembles the text little. */
const TIE = 0.12;
const RESEMBLES = 0.35;
/** Longer than any name. Comparing takes time in proportion. */
const LONGEST = 100;

/**
 * Returns the names that resemble a text most, best first, ignoring case, accents and punctuation: one, or up to three
 * that resemble it about equally ('corgi'). Returns none if no name has anything in common with the text.
 */
export function listClosestNames(text: string, names: readonly string[]): string[] {
  const wanted = splitPairs(text.slice(0, LONGEST));
  const scored = names
    .map((name) => ({ name, score: scoreName(wanted, splitPairs(name)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const best = scored[0]?.score ?? 0;
  return scored
    .filter(({ score }) => score >= best - TIE && (score === best || best > RESEMBLES))
    .slice(0, MOST)
    .map(({ name }) => name);
}

/** Returns which share of the pairs of letters is common: mostly of the text, which may be a part of the name. */
function scoreName(wanted: readonly string[], pairs: readonly string[]): number {
  const left = [...pairs];
  let common = 0;
  for (const pair of wanted) {
    const at = left.indexOf(pair);
    if (at < 0) continue;
    left.splice(at, 1);
    common += 1;
  }
  return (
    (0.6 * common) / (wanted.length || 1) + (0.4 * 2 * common) / (wanted.length + pairs.length)
  );
}

/** Returns the pairs of adjacent characters of each word, which starts with a space: ' p', 'pu', 'ug'. */
function splitPairs(text: string): string[] {
  const words =
    text
      .normalize("NFKD")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.flatMap((word) => Array.from(word, (letter, at) => (word[at - 1] ?? " ") + letter));
}
