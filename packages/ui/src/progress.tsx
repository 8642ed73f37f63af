type ProgressProps = {
  label: string;
  /** The part that is done, 0 to 1. */
  fraction: number;
};

/** A bar at the bottom of something dark that waits, such as a photo on its way. */
export function Progress({ label, fraction }: ProgressProps) {
  const percent = Math.round(fraction * 100);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={percent}
      className="absolute inset-x-3 bottom-3.5 h-1.5 overflow-hidden rounded-sm bg-[rgb(255_255_255/.5)]"
    >
      <div className="h-full bg-[#fff]" style={{ width: `${percent}%` }} />
    </div>
  );
}
