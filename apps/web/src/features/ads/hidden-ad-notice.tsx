import { EyeOff } from "lucide-react";

/** Shows the owner and admins that the operator has hidden a listing, and why. */
export function HiddenAdNotice({ reason }: { reason: string }) {
  return (
    <div className="flex gap-3 rounded-md border-[1.5px] border-warn bg-warn-tint px-4 py-3 text-md">
      <EyeOff className="mt-0.5 size-5 flex-none text-warn" />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p className="font-semibold">This listing is hidden</p>
        <p>Only its owner and admins can see it.</p>
        <p className="whitespace-pre-line">Reason: {reason}</p>
      </div>
    </div>
  );
}
