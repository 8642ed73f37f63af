import { Link } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** The classes of a button that looks like the link of a note. */
export const NOTE_ACTION =
  "inline-flex min-h-11 min-w-11 items-center font-semibold text-loden underline decoration-1 underline-offset-[.18em] hover:decoration-2";

type RecordNoteProps = {
  icon: LucideIcon;
  text: string;
  /** A link or a button that changes what the note is about. */
  action: ReactNode;
  /** The form that the button opens. */
  children?: ReactNode;
};

/** A line about the record of a listing. */
export function RecordNote({ icon: Icon, text, action, children }: RecordNoteProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3.5 border-t border-line py-1">
      <p className="flex gap-2.5 py-1.5">
        <Icon className="mt-0.5 size-5 flex-none text-warn" />
        {text}
      </p>
      {action}
      {children}
    </div>
  );
}

/** A link from a note to the form of its listing. */
export function EditLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/edit-ad/$id"
      params={{ id }}
      state={{ fromMyAds: true }}
      data-second-link
      className="inline-flex min-h-11 min-w-11 items-center font-semibold"
    >
      {children}
    </Link>
  );
}
