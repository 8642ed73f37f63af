import { type Plan, runLoad } from "./load.ts";

// The parent has created this process with `forkLoad`.
process.once("message", async (plan: Plan) => {
  const samples = await runLoad(plan);
  process.send?.(samples, () => process.disconnect?.());
});
