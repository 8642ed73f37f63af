import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const MODULE = fileURLToPath(new URL("stop-with-parent.ts", import.meta.url));

/** Starts a child process that shares its output and runs until it is stopped. */
const PARENT = `
  import { spawn } from "node:child_process";
  import { stopWithParent } from ${JSON.stringify(MODULE)};
  const script = "console.log('running'); setInterval(() => undefined, 1e6)";
  const child = spawn(process.execPath, ["-e", script], { stdio: "inherit" });
  stopWithParent([child.pid]);
`;

test("stops the child processes of a process that was killed", async () => {
  const parent = spawn(process.execPath, ["--input-type=module", "-e", PARENT], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void parent.kill("SIGKILL"));
  const [output] = await once(parent.stdout, "data");
  expect(String(output)).toBe("running\n");
  const outputEnded = once(parent.stdout, "close");
  parent.kill("SIGKILL");
  // The output ends when the child process has ended, too.
  await outputEnded;
});
