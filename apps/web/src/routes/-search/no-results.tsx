import { Button } from "@studbook/ui/button";
import { EmptyPanel } from "@studbook/ui/empty-panel";
import { RotateCcw } from "lucide-react";
import portrait from "../../assets/pictures/bloodhound.webp";
import { BREED_SELECT_ID, RESET_FORM_ID } from "./filter-ids.ts";

/** A default export for React's lazy. */
export default function NoResults() {
  return (
    <EmptyPanel image={portrait}>
      <p className="max-w-105 text-lg">
        No studs found matching your criteria. Try adjusting your filters.
      </p>
      <Button
        variant="secondary"
        type="submit"
        form={RESET_FORM_ID}
        onClick={() => document.getElementById(BREED_SELECT_ID)?.focus({ preventScroll: true })}
      >
        <RotateCcw className="size-5" />
        Reset Filters
      </Button>
    </EmptyPanel>
  );
}
