import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { PhotoViewer } from "@studbook/ui/photo-viewer";
import { Toast, ToastRegion } from "@studbook/ui/toast";
import { useRef, useState } from "react";
import { showToast } from "../src/features/toasts/show-toast.ts";
import { pageWidth } from "../src/layout/page-width.ts";
import { FIXED_ADS } from "./fixed-ads.ts";

const SUCCESS = { tone: "success", title: "Ad created successfully" } as const;
const FAILURE = {
  tone: "destructive",
  title: "Invalid Coupon",
  text: "The coupon code you entered is not valid.",
} as const;

/** Both tones inline, and buttons that show them as pages do. */
export function ToastsSection() {
  return (
    <div className={`grid gap-6 py-6 ${pageWidth}`}>
      <ToastRegion inPlace>
        <Toast {...SUCCESS} />
        <Toast {...FAILURE} />
      </ToastRegion>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => void showToast(SUCCESS)}>Show a success</Button>
        <Button variant="danger-quiet" onClick={() => void showToast(FAILURE)}>
          Show a failure
        </Button>
      </div>
    </div>
  );
}

/** The dialog starts open if the section is the only one on the page. */
export function DialogSection({ isOnly }: { isOnly: boolean }) {
  const [answers, setAnswers] = useState(0);
  return (
    <div className={`grid min-h-120 content-start justify-items-start gap-4 py-6 ${pageWidth}`}>
      <ConfirmDialog
        trigger={<Button variant="danger-quiet">Close Account</Button>}
        title="Are you absolutely sure?"
        text="Your account will be deactivated and you will be signed out."
        cancelLabel="No"
        confirmLabel="Yes, Close My Account"
        onConfirm={() => setAnswers(answers + 1)}
        defaultOpen={isOnly}
      />
      <p role="status">{answers > 0 && `Answered yes: ${answers}`}</p>
    </div>
  );
}

/** The viewer starts open if the section is the only one on the page. */
export function PhotoViewerSection({ isOnly }: { isOnly: boolean }) {
  const [isOpen, setOpen] = useState(isOnly);
  const [index, setIndex] = useState(1);
  const button = useRef<HTMLButtonElement>(null);
  const { dogName, images } = FIXED_ADS.threePhotos;
  return (
    <div className={`py-6 ${pageWidth}`}>
      <Button ref={button} variant="secondary" onClick={() => setOpen(true)}>
        View full photos
      </Button>
      {isOpen && (
        <PhotoViewer
          name={dogName}
          photos={images.map((url, place) => ({
            src: url,
            thumbnail: url,
            alt: `${dogName}, photo ${place + 1} of ${images.length}`,
          }))}
          index={index}
          onMove={setIndex}
          onClose={() => setOpen(false)}
          returnFocus={() => button.current?.focus()}
        />
      )}
    </div>
  );
}
