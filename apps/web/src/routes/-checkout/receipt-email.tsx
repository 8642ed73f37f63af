import { AccountInfo } from "@studbook/domain/schemas/account";
import { TextField } from "@studbook/ui/text-field";
import { type FormEvent, useRef, useState } from "react";
import { useMutation } from "../../use-mutation.ts";

const PROBLEMS = { wrong: "Not a valid email address", failed: "Not saved. Try again." } as const;

type State = "empty" | "saving" | "saved" | keyof typeof PROBLEMS;

/**
 * Asks a buyer without an email address for one, for the receipt, and saves it when the field loses the focus. The
 * payment does not depend on it. The fixed height keeps the button to pay from moving.
 */
export function ReceiptEmail() {
  const { mutate } = useMutation("account.updateInfo");
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
      await mutate({ email });
      saved.current = email;
      setState(email === null ? "empty" : "saved");
    } catch {
      // A buyer can pay without a receipt.
      setState("failed");
    }
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="min-h-36">
      <TextField
        label="Email for your receipt"
        hint={
          state === "saved" ? "Saved. We will email your receipt." : "We will email your receipt"
        }
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
