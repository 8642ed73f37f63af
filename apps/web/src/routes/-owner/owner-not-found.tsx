import { NotInSearch } from "../../layout/not-in-search.tsx";

export function OwnerNotFound() {
  return (
    <NotInSearch
      title="Owner Not Found"
      text="This owner has no public listings, or the address may be mistyped."
    />
  );
}
