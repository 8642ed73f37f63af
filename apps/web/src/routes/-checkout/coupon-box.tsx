import { Button } from "@studbook/ui/button";
import { TextField } from "@studbook/ui/text-field";
import { type FormEvent, useState } from "react";

type CouponBoxProps = {
  /** The code that is applied. */
  applied: string | undefined;
  isBusy: boolean;
  onApply: (code: string) => void;
  onRemove: () => void;
};

export function CouponBox({ applied, isBusy, onApply, onRemove }: CouponBoxProps) {
  const [typed, setTyped] = useState("");
  const code = typed.trim();
  const isApplied = applied !== undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (isApplied) {
      setTyped("");
      onRemove();
    } else if (code) {
      onApply(code);
    }
  };
  return (
    <form
      onSubmit={submit}
      className="grid grid-cols-[1fr_auto] items-end gap-2.5 border-t border-line pt-4.5"
    >
      <TextField
        label="Have a Coupon Code?"
        name="coupon"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={applied ?? typed}
        readOnly={isApplied}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button
        variant="quiet"
        type="submit"
        disabled={!isApplied && code === ""}
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
      >
        {isApplied ? "Remove" : "Apply"}
      </Button>
    </form>
  );
}
