import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { NotFoundLayout } from "../../layout/not-found-layout.tsx";

export function OwnerNotFound() {
  return (
    <NotFoundLayout
      title="Owner Not Found"
      text="This owner has no public listings, or the address may be mistyped."
    >
      <Link to="/search" className={buttonClass()}>
        <ArrowLeft className="size-5" />
        Back to Search
      </Link>
    </NotFoundLayout>
  );
}
