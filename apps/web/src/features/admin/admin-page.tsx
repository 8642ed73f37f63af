import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { pageWidth } from "../../layout/page-width.ts";

type AdminPageProps = {
  title: string;
  /** Whether a link leads back to the dashboard. */
  isInner?: boolean;
  /** Links and buttons next to the title. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The layout of the operator's pages, with smaller controls and text. Search engines do not index them. */
export function AdminPage({ title, isInner, actions, children }: AdminPageProps) {
  return (
    <div
      className={`grid grid-cols-1 gap-6 pb-18 text-md [--sb-control:44px] [--sb-text-base:1rem] ${isInner ? "pt-4" : "pt-8"} ${pageWidth}`}
    >
      <title>{`${title} · Studbook`}</title>
      <meta name="robots" content="noindex" />
      <div>
        {isInner && (
          <Link
            to="/admin"
            className="mb-3 inline-flex min-h-11 items-center gap-2 font-semibold no-underline hover:underline"
          >
            <ArrowLeft className="size-5" />
            Admin
          </Link>
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
          <h1 tabIndex={-1}>{title}</h1>
          {actions && <div className="flex flex-wrap gap-3 max-sm:w-full">{actions}</div>}
        </div>
      </div>
      {children}
    </div>
  );
}
