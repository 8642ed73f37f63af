import { Link, useRouter } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { MouseEvent } from "react";

/** A link to /search. If the visitor came from there, it goes back to the list as it was. */
export function BackToSearch() {
  const router = useRouter();
  const goBack = (event: MouseEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
    if (!isPlain || !router.latestLocation.state.fromSearch) return;
    event.preventDefault();
    router.history.back();
  };
  return (
    <Link
      to="/search"
      onClick={goBack}
      className="mb-3 print:hidden inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline"
    >
      <ArrowLeft className="size-5" />
      Back to Search
    </Link>
  );
}
