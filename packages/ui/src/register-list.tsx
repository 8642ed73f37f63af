import type { ReactNode } from "react";

/** Labeled values with ruled lines, styled like a page of a stud book (register-list.css). */
export function RegisterList({ children }: { children: ReactNode }) {
  return <dl className="register">{children}</dl>;
}

export function RegisterRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
