import { MAX_USER_SEARCH_LENGTH } from "@studbook/domain/schemas/admin";
import { Button } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { RotateCcw } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import type { UserFilters } from "../../features/admin/user-filters.ts";
import { useDebouncedText } from "./use-debounced-text.ts";

const PAUSE_MS = 300;

type UserFilterFormProps = {
  filters: UserFilters;
  /** Called with the values of the filters that change; the others stay. */
  onChoose: (change: Record<string, string>) => void;
  onReset: () => void;
};

/** The filters of the user list. Selects apply immediately, the text when typing pauses. */
export function UserFilterForm({ filters, onChoose, onReset }: UserFilterFormProps) {
  const { q = "", tier = "", active = "", expiring = "" } = filters;
  const search = useDebouncedText(q, PAUSE_MS, (text) => choose({ q: text }));
  const choose = (change: Record<string, string>) => onChoose({ q: search.take(), ...change });

  const form = useRef<HTMLFormElement>(null);
  const adoptEarlyChoice = useEffectEvent(() => {
    if (!form.current) return;
    const { q: typed = "", ...early } = Object.fromEntries(
      Array.from(new FormData(form.current), ([name, value]) => [name, String(value)]),
    );
    if (typed !== q) search.type(typed);
    const isOther = early.tier !== tier || early.active !== active || early.expiring !== expiring;
    if (isOther) choose(early);
  });
  // The operator may have changed a filter before the scripts had loaded.
  useEffect(() => adoptEarlyChoice(), []);

  return (
    <Card className="p-5">
      <form
        ref={form}
        aria-label="Filters"
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          search.flush();
        }}
        className="grid items-end gap-4 sm:grid-cols-2 xl:grid-cols-[repeat(2,minmax(0,1.3fr))_minmax(0,.9fr)_minmax(0,1fr)_auto]"
      >
        <TextField
          label="Name, email or ID"
          type="search"
          name="q"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={MAX_USER_SEARCH_LENGTH}
          value={search.text}
          onChange={({ target }) => search.type(target.value)}
        />
        <SelectField
          label="Membership"
          name="tier"
          value={tier}
          onChange={({ target }) => choose({ tier: target.value })}
        >
          <option value="">All</option>
          <option value="basic">Basic, including expired</option>
          <option value="premium">Premium, including expired</option>
          <option value="none">None</option>
        </SelectField>
        <SelectField
          label="Status"
          name="active"
          value={active}
          onChange={({ target }) => choose({ active: target.value })}
        >
          <option value="">All</option>
          <option value="yes">Active</option>
          <option value="no">Inactive</option>
        </SelectField>
        <SelectField
          label="Expiry"
          name="expiring"
          value={expiring}
          onChange={({ target }) => choose({ expiring: target.value })}
        >
          <option value="">Any time</option>
          <option value="yes">Within 30 days</option>
        </SelectField>
        <Button
          variant="quiet"
          className="max-xl:col-span-full"
          onClick={() => {
            search.reset();
            onReset();
          }}
        >
          <RotateCcw className="size-5" />
          Reset Filters
        </Button>
      </form>
    </Card>
  );
}
