/** Says that something is being prepared, with a ring that stands still where motion is reduced. */
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
