import { useRouter } from "@tanstack/react-router";
import { createContext, useContext, useState } from "react";
import { findErrorCode } from "./error-code.ts";
import { callMutation, type Input, type MutationPath } from "./trpc.ts";

/** Called when the server no longer knows the session. The pages of signed-in users provide it. */
export const SessionEnded = createContext<() => void>(() => undefined);

/** Prepares one procedure that writes, for a form or a button. */
export function useMutation<Path extends MutationPath>(path: Path) {
  const { data } = useRouter().options.context;
  const onSessionEnded = useContext(SessionEnded);
  const [running, setRunning] = useState<{ input: Input<Path> }>();
  return {
    /** Calls the procedure. Throws the server's refusal or a connection error. */
    async mutate(input: Input<Path>) {
      const own = { input };
      setRunning(own);
      try {
        return await callMutation(data, path, input);
      } catch (error) {
        if (findErrorCode(error) === "NOT_SIGNED_IN") onSessionEnded();
        throw error;
      } finally {
        // A later call may be running.
        setRunning((latest) => (latest === own ? undefined : latest));
      }
    },
    isPending: running !== undefined,
    /** The input of the latest call, while it runs. */
    pendingInput: running?.input,
  };
}
