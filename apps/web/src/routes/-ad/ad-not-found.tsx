import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { NotFoundLayout } from "../../layout/not-found-layout.tsx";

export function AdNotFound() {
  return (
    <NotFoundLayout
      title="Ad Not Found"
      text="This listing does not exist. Its owner may have removed it, or the address may be mistyped."
    >
      <Link to="/search" className={buttonClass()}>
        <ArrowLeft className="size-5" />
        Back to Search
      </Link>
    </NotFoundLayout>
  );
}
