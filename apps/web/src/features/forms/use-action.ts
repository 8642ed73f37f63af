import type { Input, MutationPath, Output } from "../../trpc.ts";
import { useMutation } from "../../use-mutation.ts";
import { showToast } from "../toasts/show-toast.ts";
import { describeFailure } from "./describe-failure.ts";

type Outcome<Result> = { isDone: true; result: Result } | { isDone: false; code?: string };

/** A mutation that a button runs. A refusal is shown in a toast, except for an ended session, which leads to /login. */
export function useAction<Path extends MutationPath>(path: Path) {
  const { mutate, ...state } = useMutation(path);
  const run = async (input: Input<Path>): Promise<Outcome<Output<Path>>> => {
    try {
      return { isDone: true, result: await mutate(input) };
    } catch (error) {
      const { code, text } = describeFailure(error);
      if (code !== "NOT_SIGNED_IN") void showToast({ title: "Error", text, tone: "destructive" });
      return { isDone: false, ...(code !== undefined && { code }) };
    }
  };
  return { run, ...state };
}
