import { isBreed } from "@studbook/domain/breeds";
import { Card } from "@studbook/ui/card";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useWatch } from "react-hook-form";
import type { Data } from "../../../trpc.ts";
import type { AdFormState } from "../ad-form-state.ts";
import { summarizeBreeding } from "./breeding.ts";
import { BreedingPart } from "./breeding-part.tsx";
import { clubTestsOf } from "./club-tests.ts";
import { summarizeHealth } from "./health.ts";
import { HealthPart } from "./health-part.tsx";
import { summarizeIdentity } from "./identity.ts";
import { IdentityPart } from "./identity-part.tsx";
import { summarizePedigree } from "./pedigree.ts";
import { PedigreePart } from "./pedigree-part.tsx";
import { RecordPart } from "./record-part.tsx";
import type { RecordValues } from "./record-values.ts";
import { summarizeTerms } from "./terms.ts";
import { TermsPart } from "./terms-part.tsx";

type PartName = "identity" | "health" | "pedigree" | "breeding" | "terms";

type Part = {
  title: string;
  /** The parts of the record in it. */
  has: readonly (keyof RecordValues)[];
  /** What it shows while the record is empty. */
  invitation: string;
};

const PARTS: Record<PartName, Part> = {
  identity: {
    title: "Identity",
    has: ["identity", "titles"],
    invitation: "Registered name, registry and number, color, height, weight",
  },
  health: {
    title: "Health tests",
    has: ["health"],
    invitation: "Hips, elbows, heart, eyes, DNA and others",
  },
  pedigree: {
    title: "Pedigree",
    has: ["pedigree"],
    invitation: "Sire, dam and up to 12 ancestors behind them",
  },
  breeding: {
    title: "Breeding",
    has: ["breeding", "availability"],
    invitation: "Proven or not, methods, semen analysis, brucellosis test",
  },
  terms: {
    title: "Terms",
    has: ["terms"],
    invitation: "Deposit, what counts as a litter, what you ask of the female",
  },
};

const NOTHING = "Nothing stated";
const CHOOSE_BREED = "Choose a breed, and we show the tests its club lists";

type RecordCardProps = { form: AdFormState; data: Data; today: string };

/** What the owner states about the dog beyond what every ad has. All of it is optional. */
export function RecordCard({ form, data, today }: RecordCardProps) {
  const { control } = form.hookForm;
  const record = useWatch({ control, name: "record" });
  const [dogName, breed, birthdate] = useWatch({
    control,
    name: ["dogName", "breed", "birthdate"],
  });
  const { data: clubTests = null } = useQuery({
    ...clubTestsOf(data, isBreed(breed) ? breed : "Other"),
    enabled: isBreed(breed),
  });
  const card = useRef<HTMLDivElement>(null);
  useOpenedProblem(card, form);

  const { identity, titles, health, pedigree, breeding, availability, terms } = record;
  const listed = clubTests?.tests ?? [];
  const healthSummary = summarizeHealth(health, listed);
  const summaries: Record<PartName, string | undefined> = {
    identity: summarizeIdentity(identity, titles),
    health: healthSummary?.text ?? (isBreed(breed) ? undefined : CHOOSE_BREED),
    pedigree: summarizePedigree(pedigree),
    breeding: summarizeBreeding(breeding, availability),
    terms: summarizeTerms(terms),
  };
  const stated = { ...summaries, health: summarizeHealth(health, []) };
  const isEmpty = Object.values(stated).every((summary) => summary === undefined);
  const part = (name: PartName, children: ReactNode) => {
    const { title, has, invitation } = PARTS[name];
    const prefixes = has.map((group) => form.fieldId(`record.${group}.`));
    const isInIt = (id = "") => prefixes.some((prefix) => id.startsWith(prefix));
    return (
      <RecordPart
        title={title}
        summary={summaries[name] ?? (isEmpty ? invitation : NOTHING)}
        meter={name === "health" ? healthSummary?.meter : undefined}
        problems={form.problems.filter(({ fieldId }) => isInIt(fieldId)).length}
      >
        {children}
      </RecordPart>
    );
  };
  const { field } = form;

  return (
    <Card ref={card} className="px-6 pt-6 pb-2.5 md:px-8 md:pt-8 md:pb-3.5">
      <h2 className="flex flex-wrap items-baseline gap-x-2.5">
        The record
        <span className="font-sans text-base font-normal tracking-normal text-ink-soft">
          (optional)
        </span>
      </h2>
      <p className="mt-1.5 text-md text-ink-soft">
        Add what you know, now or later. All of it is shown as “Stated by the owner”.
      </p>
      <div className="mt-4.5 border-t-2 border-ink">
        {part("identity", <IdentityPart {...{ field, identity, titles, dogName }} />)}
        {part(
          "health",
          <HealthPart {...{ form, health, clubTests, dog: { breed, birthdate, today } }} />,
        )}
        {part("pedigree", <PedigreePart {...{ field, pedigree }} />)}
        {part("breeding", <BreedingPart {...{ field, breeding, availability, today }} />)}
        {part("terms", <TermsPart field={field} />)}
      </div>
    </Card>
  );
}

/** Opens the first part with a problem after a failed attempt to send the form, unless one of them is open. */
function useOpenedProblem(
  card: { readonly current: HTMLElement | null },
  { failures, problems }: AdFormState,
): void {
  const seen = useRef(0);
  // Without dependencies, because the errors may arrive a render later than the new attempt.
  useEffect(() => {
    if (failures === seen.current || problems.length === 0) return;
    seen.current = failures;
    const selector = "details:has([aria-invalid=true])";
    const wrong = [...(card.current?.querySelectorAll<HTMLDetailsElement>(selector) ?? [])];
    const [first] = wrong;
    if (first && !wrong.some(({ open }) => open)) first.open = true;
  });
}
