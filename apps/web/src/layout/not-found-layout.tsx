import { PhotoFrame, Picture } from "@studbook/ui/photo";
import type { ReactNode } from "react";
import hound from "../assets/pictures/lost-hound.webp";
import { pageWidth } from "./page-width.ts";

/** The layout of "not found" pages. React moves its title and robots tag into the head. */
export function NotFoundLayout({
  title,
  text,
  children,
}: {
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <div
      className={`grid items-center gap-7 pt-8 pb-18 nav:min-h-[60vh] nav:grid-cols-2 nav:gap-16 ${pageWidth}`}
    >
      <title>{`${title} · Studbook`}</title>
      <meta name="robots" content="noindex" />
      <div className="grid justify-items-start gap-4.5">
        <h1 className="text-4xl">{title}</h1>
        <p className="text-lg text-ink-soft max-sm:max-w-80">{text}</p>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:w-full">{children}</div>
      </div>
      <PhotoFrame className="rounded-lg">
        <Picture src={hound} alt="" width={1200} height={900} fetchPriority="high" />
      </PhotoFrame>
    </div>
  );
}
