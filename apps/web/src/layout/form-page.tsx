import type { ReactNode } from "react";
import { pageWidth } from "./page-width.ts";

type FormPageProps = {
  title: string;
  /** Whether the content is as wide as the page instead of one column. */
  isWide?: boolean;
  children: ReactNode;
};

/** The single-column layout of forms and the account page. Search engines do not index these pages. */
export function FormPage({ title, isWide = false, children }: FormPageProps) {
  return (
    <div className={`pt-8 pb-18 ${pageWidth}`}>
      <title>{`${title} · Studbook`}</title>
      <meta name="robots" content="noindex" />
      {isWide ? children : <div className="mx-auto grid max-w-190 gap-6">{children}</div>}
    </div>
  );
}
