import { spawn } from "node:child_process";

type RunOptions = {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Show the output as it comes, besides returning it. */
  echo?: boolean;
  /** Ends the program when aborted. */
  signal?: AbortSignal | undefined;
};

/** Runs a program to its end. `output` is what it printed, both streams as they came. */
export function run(
  command: string,
  args: readonly string[],
  { cwd, env = process.env, echo = false, signal }: RunOptions = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      env: { ...env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd && { cwd }),
      ...(signal && { signal }),
    });
    const chunks: Buffer[] = [];
    const collect = (target: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk);
      if (echo) target.write(chunk);
    };
    child.stdout.on("data", collect(process.stdout));
    child.stderr.on("data", collect(process.stderr));
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }),
    );
  });
}
