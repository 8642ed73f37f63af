import { RegisterList, RegisterRow } from "@studbook/ui/register-list";
import type { ReactNode } from "react";

/** A register of the facts that are stated. `facts` are pairs of a label and what is stated, if anything. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [label: string, fact: ReactNode])[];
}) {
  const stated = facts.filter(([, fact]) => fact !== undefined);
  if (stated.length === 0) return null;
  return (
    <RegisterList>
      {stated.map(([label, fact]) => (
        <RegisterRow key={label} label={label}>
          {fact}
        </RegisterRow>
      ))}
    </RegisterList>
  );
}
