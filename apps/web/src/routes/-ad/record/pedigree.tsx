import { type AncestorPath, describeAncestor, parentsOf } from "@studbook/domain/record/ancestors";
import type { Pedigree as Stated } from "@studbook/domain/schemas/record/pedigree";

type Names = NonNullable<Stated["ancestors"]>;

/** A pedigree as nested lists, each ancestor with its relation to the dog. Branches without a name are left out. */
export function Pedigree({ names }: { names: Names }) {
  return (
    <ul className="pedigree">
      <Branch path="sire" names={names} />
      <Branch path="dam" names={names} />
    </ul>
  );
}

function Branch({ path, names }: { path: AncestorPath; names: Names }) {
  const name = names[path];
  const parents = isParent(path) ? parentsOf(path) : [];
  const hasParents = parents.some((parent) => isStated(parent, names));
  return (
    <li>
      <p>
        <span>{describeAncestor(path)}</span>
        {name ?? <i className="missing not-italic">not stated</i>}
      </p>
      {hasParents && (
        <ul>
          {parents.map((parent) => (
            <Branch key={parent} path={parent} names={names} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Whether the ancestor or one of its own is named. */
function isStated(path: AncestorPath, names: Names): boolean {
  return Object.keys(names).some((named) => named === path || named.startsWith(`${path}.`));
}

function isParent(path: AncestorPath): path is Parameters<typeof parentsOf>[0] {
  return path.split(".").length < 3;
}
