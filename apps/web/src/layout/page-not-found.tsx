import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { Search } from "lucide-react";
import { NotFoundLayout } from "./not-found-layout.tsx";

export function PageNotFound() {
  return (
    <NotFoundLayout
      title="Page Not Found"
      text="The trail goes cold here. The address may be mistyped, or the page may have moved."
    >
      <Link to="/search" className={buttonClass()}>
        <Search className="size-5" />
        Search Studs
      </Link>
      <Link to="/" className={buttonClass({ variant: "bare" })}>
        Go to the home page
      </Link>
    </NotFoundLayout>
  );
}
