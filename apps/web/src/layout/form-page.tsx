import type { ReactNode } from "react";
import { pageWidth } from "./page-width.ts";

type FormPageProps = { title: string; children: ReactNode };

/** The one column of forms and the account, with its title. Search engines leave these pages out. */
export function FormPage({ title, children }: FormPageProps) {
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <title>{`${title} · Studbook`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto grid max-w-190 gap-6">{children}</div>
    </div>
  );
}
