import type { ChildProcess } from "node:child_process";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";

/** A line of the server's log below the level of errors. */
const CHATTER = /^\{"level":[1-4]0,/;

/**
 * Keeps all that a program prints in a file, however talkative it is, and shows what is no mere chatter
 * of its log. Resolves when the program has ended and all is kept.
 */
export async function keepOutput(child: ChildProcess, file: string): Promise<void> {
  const kept = createWriteStream(file);
  const streams = [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const;
  await Promise.all(
    streams.map(async ([source, shown]) => {
      if (!source) throw new Error("The program's output goes elsewhere");
      for await (const line of createInterface({ input: source })) {
        kept.write(`${line}\n`);
        if (!CHATTER.test(line)) shown.write(`${line}\n`);
      }
    }),
  );
  kept.end();
  await finished(kept);
}
