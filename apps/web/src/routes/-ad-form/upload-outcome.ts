import { imagesUploaded } from "@studbook/domain/format";
import { TOO_MANY_PHOTOS } from "@studbook/domain/schemas/ad-fields";
import type { ToastContent } from "@studbook/ui/toast";

const FAILED = "Failed to upload images";
const TOO_MANY = {
  title: "Maximum images reached",
  text: TOO_MANY_PHOTOS,
  tone: "destructive",
} as const;

type Outcome = { uploaded: number; refusal: string; isTooMany: boolean };

/** Returns one toast for all files that were added, because a second one would replace the first. */
export function outcomeToast({ uploaded, refusal, isTooMany }: Outcome): ToastContent | undefined {
  const success = uploaded > 0 ? imagesUploaded(uploaded) : undefined;
  if (isTooMany) {
    const others = [refusal && `${FAILED}: ${refusal}`, success];
    return { ...TOO_MANY, also: others.filter(Boolean).join(" ") || undefined };
  }
  if (refusal) return { title: FAILED, text: refusal, also: success, tone: "destructive" };
  return success ? { title: success, tone: "success" } : undefined;
}
