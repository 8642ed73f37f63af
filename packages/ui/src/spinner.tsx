/** A status message with a spinning ring, which does not move with reduced motion. */
export function Spinner({ children }: { children: string }) {
  return (
    <div role="status" className="flex items-center gap-3 text-ink-soft">
      <span
        aria-hidden="true"
        className="size-6 flex-none animate-spin rounded-full border-[3px] border-line border-t-loden motion-reduce:animate-none"
      />
      {children}
    </div>
  );
}
