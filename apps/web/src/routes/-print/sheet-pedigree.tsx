import { ANCESTOR_PATHS, describeAncestor } from "@studbook/domain/record/ancestors";
import type { Pedigree } from "@studbook/domain/schemas/record/pedigree";

/** The named ancestors, one per line, indented by generation. */
export function SheetPedigree({ names }: { names: NonNullable<Pedigree["ancestors"]> }) {
  return (
    <ul className="print-pedigree">
      {ANCESTOR_PATHS.map(
        (path) =>
          names[path] && (
            <li key={path} data-generation={path.split(".").length}>
              <span>{describeAncestor(path)}</span> {names[path]}
            </li>
          ),
      )}
    </ul>
  );
}
