import { NotInSearch } from "../../layout/not-in-search.tsx";

export function AdNotFound() {
  return (
    <NotInSearch
      title="Ad Not Found"
      text="This listing does not exist. Its owner may have removed it, or the address may be mistyped."
    />
  );
}
