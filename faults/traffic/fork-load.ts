import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Plan, Sample } from "./load.ts";

const PROGRAM = fileURLToPath(new URL("./load-process.ts", import.meta.url));

/** Runs a load in a process of its own, so that a busy parent does not delay it. */
export async function forkLoad(plan: Plan): Promise<Sample[]> {
  const child = fork(PROGRAM, { serialization: "advanced" });
  child.send(plan);
  const [samples]: Sample[][] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => {
      throw new Error(`The load generator exited with code ${code}`);
    }),
  ]);
  if (!samples) throw new Error("The load generator returned nothing");
  return samples;
}
