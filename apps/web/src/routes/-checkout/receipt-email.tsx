import { AccountInfo } from "@studbook/domain/schemas/account";
import { TextField } from "@studbook/ui/text-field";
import { type FormEvent, useRef, useState } from "react";
import type { Data } from "../../trpc.ts";

const PROBLEMS = { wrong: "Not an email address", failed: "Not saved. Try again" } as const;

type State = "empty" | "saving" | "saved" | keyof typeof PROBLEMS;

/**
 * Takes an address for the receipt from a buyer who has none, and saves it as soon as it is left. The
 * payment neither waits for it nor fails with it, and there is room for what it says, so that the button
 * to pay stays where a finger is about to press it.
 */
export function ReceiptEmail({ data }: { data: Data }) {
  const [typed, setTyped] = useState("");
  const [state, setState] = useState<State>("empty");
  const saved = useRef<string | null>(null);

  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    const parsed = AccountInfo.safeParse({ email: typed });
    if (!parsed.success) return setState("wrong");
    const email = parsed.data.email ?? null;
    if (email === saved.current) return setState(email === null ? "empty" : "saved");
    setState("saving");
    try {
      const client = await data.getClient();
      await client.account.updateInfo.mutate({ email });
      saved.current = email;
      setState(email === null ? "empty" : "saved");
    } catch {
      // A receipt is no reason to keep anybody from paying.
      setState("failed");
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="min-h-36">
      <TextField
        label="Email for your receipt"
        hint={state === "saved" ? "Saved. Your receipt goes there" : "We send your receipt there"}
        error={state === "wrong" || state === "failed" ? PROBLEMS[state] : undefined}
        isOptional
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => void save()}
      />
    </form>
  );
}
