import { OwnHiddenNotice } from "../../features/ads/own-hidden-notice.tsx";

/** A default export for React's lazy: visitors never see it. */
export default function HiddenNotice({ reason }: { reason: string }) {
  return (
    <div className="mb-6">
      <OwnHiddenNotice reason={reason} />
    </div>
  );
}
