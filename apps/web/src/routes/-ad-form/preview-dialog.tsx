import { Button } from "@studbook/ui/button";
import { FormDialog } from "@studbook/ui/form-dialog";
import { Eye } from "lucide-react";
import { useState } from "react";
import { PreviewCard, type PreviewProps } from "./preview-card.tsx";

/** The button that shows the preview where there is no column for it. */
export function PreviewDialog(props: PreviewProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button variant="quiet" className="px-2.5! min-[1100px]:hidden">
          <Eye className="size-5" />
          Preview
        </Button>
      }
      title="As it looks in search"
      text="This card leads visitors to your listing."
    >
      <PreviewCard {...props} />
      <div className="sticky bottom-0 -mx-6 bg-surface px-6 py-4 sm:-mx-8 sm:px-8">
        <Button className="w-full" onClick={() => setOpen(false)}>
          Close Preview
        </Button>
      </div>
    </FormDialog>
  );
}
