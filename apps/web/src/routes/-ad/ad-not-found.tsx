import { buttonClass } from "@studbook/ui/button";
import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { Lost } from "../../layout/lost.tsx";

export function AdNotFound() {
  return (
    <Lost
      title="Ad Not Found"
      text="This listing is not here. Its owner may have taken it down, or the address is mistyped."
    >
      <Link to="/search" className={buttonClass()}>
        <ArrowLeft className="size-5" />
        Back to Search
      </Link>
    </Lost>
  );
}
