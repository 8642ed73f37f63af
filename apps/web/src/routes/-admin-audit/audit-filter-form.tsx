import { AUDIT_ACTIONS } from "@studbook/domain/audit";
import { Button } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { SelectField } from "@studbook/ui/select-field";
import { TextField } from "@studbook/ui/text-field";
import { RotateCcw } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { lookUpAccount } from "../../features/admin/admin-queries.ts";
import {
  type AuditFilters,
  findDaysProblem,
  readAuditFilters,
} from "../../features/admin/audit-filters.ts";
import { describeFailure } from "../../features/forms/describe-failure.ts";
import { SubmitButton } from "../../features/forms/submit-button.tsx";
import type { Data } from "../../trpc.ts";
import { ACTION_LABELS } from "./action-labels.ts";

const PROBLEMS = {
  none: "No account has this username.",
  "too-many":
    "Too many usernames match. Enter the account's ID, which is shown on the Manage Users page.",
  ambiguous:
    "This is the username of one account and may be the ID of another. To search by ID, enter id: followed by the ID.",
};

type AuditFilterFormProps = {
  data: Data;
  filters: AuditFilters;
  onChoose: (filters: AuditFilters) => void;
};

/** The filters of the log, which apply on submit because a username has to be looked up first. */
export function AuditFilterForm({ data, filters, onChoose }: AuditFilterFormProps) {
  const [problem, setProblem] = useState<string>();
  const [daysProblem, setDaysProblem] = useState(findDaysProblem(filters.from, filters.to));
  const [isBusy, setIsBusy] = useState(false);
  const actorField = useRef<HTMLInputElement>(null);
  const fromField = useRef<HTMLInputElement>(null);

  const fail = (text: string) => {
    setProblem(text);
    actorField.current?.focus();
  };
  const apply = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const { actor = "", ...given } = Object.fromEntries(new FormData(event.currentTarget));
    const who = String(actor).trim();
    // An empty field keeps the actor, and the subject has no field. Their badges remove them.
    const { actor: currentActor, subject } = filters;
    const change = { subject, ...given };
    setProblem(undefined);
    const wrongDays = findDaysProblem(String(given.from), String(given.to));
    setDaysProblem(wrongDays);
    if (wrongDays) return fromField.current?.focus();
    if (who === "") {
      return onChoose(readAuditFilters({ ...change, actor: currentActor }));
    }
    setIsBusy(true);
    try {
      const account = await lookUpAccount(data, who);
      if (typeof account === "string") return fail(PROBLEMS[account]);
      onChoose(readAuditFilters({ ...change, actor: account.id }));
    } catch (error) {
      fail(describeFailure(error).text);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <Card className="p-5">
      <form
        aria-label="Filters"
        autoComplete="off"
        noValidate
        onSubmit={apply}
        className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-[repeat(2,minmax(0,1.3fr))_repeat(2,minmax(0,1fr))]"
      >
        <SelectField label="Action" name="action" defaultValue={filters.action ?? ""}>
          <option value="">All actions</option>
          {AUDIT_ACTIONS.map((action) => (
            <option key={action} value={action}>
              {ACTION_LABELS[action].label}
            </option>
          ))}
        </SelectField>
        <TextField
          ref={actorField}
          label="Performed by (username or ID)"
          name="actor"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={64}
          error={problem}
        />
        <TextField
          ref={fromField}
          label="From (UTC day)"
          name="from"
          type="date"
          defaultValue={filters.from ?? ""}
          error={daysProblem}
        />
        <TextField label="To (UTC day)" name="to" type="date" defaultValue={filters.to ?? ""} />
        <div className="col-span-full flex flex-wrap gap-3 max-sm:grid">
          <SubmitButton isBusy={isBusy}>Show Records</SubmitButton>
          <Button variant="quiet" onClick={() => onChoose({})}>
            <RotateCcw className="size-5" />
            Reset Filters
          </Button>
        </div>
      </form>
    </Card>
  );
}
