import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { it } from "vitest";

const WATCHDOG = fileURLToPath(new URL("./watchdog.ts", import.meta.url));

/** Runs code in a process that is killed after `silenceMs` without a turn of its event loop. */
async function runWatched(
  silenceMs: number,
  code: string,
): Promise<{ signal: string | null; output: string }> {
  const program = `import { startWatchdog } from ${JSON.stringify(WATCHDOG)}; startWatchdog(${silenceMs}); ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  const output = text(child.stdout);
  const [, signal] = await once(child, "exit");
  return { signal, output: await output };
}

it.concurrent("kills a process whose thread hangs, and says so", async ({ expect }) => {
  const { signal, output } = await runWatched(200, "setTimeout(() => { for (;;); }, 50)");
  expect(signal).toBe("SIGKILL");
  expect(JSON.parse(output)).toMatchObject({ level: 60, msg: expect.stringMatching(/killed/) });
});

it.concurrent("neither kills nor keeps alive a process that works", async ({ expect }) => {
  const { signal, output } = await runWatched(3000, "setTimeout(() => console.log('done'), 3500)");
  expect([signal, output]).toEqual([null, "done\n"]);
});
