/** A placeholder for content that is loading. Set its size with `className`. */
export function Skeleton({ className = "" }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`relative overflow-hidden rounded-md bg-sunken forced-colors:border after:absolute after:inset-0 after:animate-sheen after:bg-linear-to-r after:from-transparent after:via-surface/55 after:to-transparent motion-reduce:after:hidden ${className}`}
    />
  );
}
