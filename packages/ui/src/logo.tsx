const EARS =
  "M13.2 5.2c-5.6.3-9.8 5.4-10.9 13.3-.4 3.1 3.1 4.6 5.2 2.2 2.6-3 3.9-7.6 8.1-12.1l-2.4-3.4ZM26.8 5.2c5.6.3 9.8 5.4 10.9 13.3.4 3.1-3.1 4.6-5.2 2.2-2.6-3-3.9-7.6-8.1-12.1l2.4-3.4Z";
const HEAD =
  "M9.5 9c0-1.7 1.3-3 3-3h15c1.7 0 3 1.3 3 3v11.5c0 3.4-2.3 5-3.2 7.9l-.7 2.3c-.9 3-3.5 4.8-6.6 4.8s-5.7-1.8-6.6-4.8l-.7-2.3c-.9-2.9-3.2-4.5-3.2-7.9V9Z";
const NOSE =
  "M16.3 27.3c0-1.5 1.7-2.2 3.7-2.2s3.7.7 3.7 2.2c0 1.7-2.1 3.3-3.7 3.3s-3.7-1.6-3.7-3.3Z";

/** The mark and the name. The lines inside the mark have the color of the background. */
export function Logo({ background }: { background: "surface" | "band" }) {
  const cut = background === "band" ? "var(--sb-band)" : "var(--sb-surface)";
  const mark = background === "band" ? "text-on-band" : "text-loden";
  return (
    <>
      <svg viewBox="0 0 40 40" fill="none" aria-hidden="true" className={`size-9.5 ${mark}`}>
        <path d={HEAD} fill="currentColor" />
        <path d="M20 4v18.5" stroke={cut} strokeWidth="1.7" strokeLinecap="round" />
        <path d={EARS} fill="currentColor" stroke={cut} strokeWidth="1.7" strokeLinejoin="round" />
        <path d={NOSE} fill={cut} />
      </svg>
      Studbook
    </>
  );
}
