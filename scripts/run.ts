import { spawn } from "node:child_process";

type RunOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Whether to also print the output while the program runs. */
  echo?: boolean;
  /** Stops the program when aborted. */
  signal?: AbortSignal | undefined;
};

/**
 * Runs a program until it exits. Returns its exit code, or the name of the signal that ended it, and its output.
 */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, echo = false, signal }: RunOptions = {},
): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd && { cwd }),
      ...(signal && { signal }),
    });
    const endWithUs = () => child.kill();
    process.once("exit", endWithUs);
    const chunks: Buffer[] = [];
    const collect = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk);
      if (echo) target.write(chunk);
    };
    child.stdout.on("data", collect(process.stdout));
    child.stderr.on("data", collect(process.stderr));
    child.once("error", reject);
    child.once("close", (code, endedBy) => {
      process.off("exit", endWithUs);
      resolve({ code: code ?? endedBy ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}
