import { EyeOff } from "lucide-react";
import type { ReactNode } from "react";

type HiddenAdNoticeProps = {
  title?: string | undefined;
  /** Who can see the listing, and why. */
  children: ReactNode;
};

/** Shows the owner and admins that the public does not see a listing. */
export function HiddenAdNotice({
  title = "This listing is hidden",
  children,
}: HiddenAdNoticeProps) {
  return (
    <div className="flex gap-3 rounded-md border-[1.5px] border-warn bg-warn-tint px-4 py-3 text-md">
      <EyeOff className="mt-0.5 size-5 flex-none text-warn" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">{title}</p>
        {children}
      </div>
    </div>
  );
}

/** Why the operator has hidden a listing. */
export function HiddenByAdmin({ reason }: { reason: string }) {
  return (
    <HiddenAdNotice>
      <p>Only its owner and admins can see it.</p>
      <p className="whitespace-pre-line">Reason: {reason}</p>
    </HiddenAdNotice>
  );
}
