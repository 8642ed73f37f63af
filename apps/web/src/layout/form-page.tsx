import type { ReactNode } from "react";
import { pageWidth } from "./page-width.ts";

type FormPageProps = { title: string; children: ReactNode };

/** The single-column layout of forms and the account page. Search engines do not index these pages. */
export function FormPage({ title, children }: FormPageProps) {
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <title>{`${title} · Studbook`}</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto grid max-w-190 gap-6">{children}</div>
    </div>
  );
}
