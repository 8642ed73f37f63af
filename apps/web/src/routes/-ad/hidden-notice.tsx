import { HiddenAdNotice } from "../../features/ads/hidden-ad-notice.tsx";

/** A default export for React's lazy, because visitors never see it. */
export default function HiddenNotice({ reason }: { reason: string }) {
  return (
    <div className="mb-6">
      <HiddenAdNotice reason={reason} />
    </div>
  );
}
