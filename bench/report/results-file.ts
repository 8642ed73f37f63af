import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { availableParallelism, cpus } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);

const INTRODUCTION = `# Results of \`pnpm bench\`

\`pnpm bench\` writes this file. Each section says when and where its part was measured; parts that did not run keep their
previous section. [README.md](README.md) describes the parts. Compare ratios, never absolute times.
`;

/** Describes the machine and the software for a section: what the results depend on. */
export async function describeMachine(postgresVersion: string): Promise<string> {
  const { stdout } = await run("git", ["describe", "--always", "--dirty", "--exclude=*"]);
  const day = new Date().toISOString().slice(0, 10);
  return (
    `${day}, commit ${stdout.trim()}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown CPU"}, ` +
    `Node.js ${process.versions.node}, PostgreSQL ${postgresVersion}.`
  );
}

/** Replaces the sections of these parts in a file of results, and adds the ones that it does not have. */
export async function writeSections(
  file: string,
  sections: ReadonlyMap<string, string>,
): Promise<void> {
  const previous = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  await writeFile(file, replaceSections(previous, sections));
}

/** Returns the text with the sections, each under a heading with its name. */
export function replaceSections(previous: string, sections: ReadonlyMap<string, string>): string {
  const old = previous.split(/^## /m).slice(1);
  const all = new Map<string, string>();
  for (const section of old) {
    const [name = "", ...lines] = section.split("\n");
    all.set(name, lines.join("\n").trim());
  }
  for (const [name, text] of sections) all.set(name, text.trim());
  return [INTRODUCTION, ...[...all].map(([name, text]) => `## ${name}\n\n${text}\n`)].join("\n");
}
