import { buttonClass } from "@studbook/ui/button";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import portrait from "../../assets/pictures/corgi.webp";

export function NoListings({ canCreate }: { canCreate: boolean }) {
  return (
    <EmptyPanel image={portrait}>
      <h2>No Listings Yet</h2>
      <p className="text-ink-soft">
        {canCreate
          ? "Add your first stud: a few facts, a description and up to 3 photos."
          : "Your studs will stand here."}
      </p>
      {canCreate && (
        <Link to="/create-ad" className={buttonClass()}>
          <Plus className="size-5" />
          Create Stud Listing
        </Link>
      )}
    </EmptyPanel>
  );
}
