import { type AncestorPath, describeAncestor, parentsOf } from "@studbook/domain/record/ancestors";
import { Field } from "@studbook/ui/field";
import type { KeyboardEvent } from "react";
import type { AdFormState } from "../ad-form-state.ts";
import { ancestorKey } from "./pedigree.ts";

type ChartProps = Pick<AdFormState, "field">;

/** The names of the ancestors: a tree on phones and a bracket in wide windows (ad-form.css). */
export function PedigreeChart({ field }: ChartProps) {
  return (
    <div className="pedigree-form">
      <div aria-hidden="true">
        <p>Parents</p>
        <p>Grandparents</p>
        <p>Great-grandparents</p>
      </div>
      <Parents field={field} paths={["sire", "dam"]} />
    </div>
  );
}

function Parents({ field, paths }: ChartProps & { paths: readonly AncestorPath[] }) {
  return (
    <ul>
      {paths.map((path) => (
        <li key={path}>
          <Name field={field} path={path} />
          {hasParents(path) && <Parents field={field} paths={parentsOf(path)} />}
        </li>
      ))}
    </ul>
  );
}

type WithParents = Exclude<AncestorPath, `${string}.${string}.${string}`>;

function hasParents(path: AncestorPath): path is WithParents {
  return path.split(".").length < 3;
}

function Name({ field, path }: ChartProps & { path: AncestorPath }) {
  const { id, error, ...registration } = field(`record.pedigree.ancestors.${ancestorKey(path)}`);
  return (
    <Field label={describeAncestor(path)} id={id} error={error}>
      {(control) => (
        <textarea rows={1} onKeyDown={preventLineBreak} {...registration} {...control} />
      )}
    </Field>
  );
}

/** A long name is shown in several lines, but has none. */
function preventLineBreak(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
