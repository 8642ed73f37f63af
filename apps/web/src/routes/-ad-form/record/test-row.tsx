import { TextButton } from "@studbook/ui/text-button";
import type { ReactNode } from "react";

type TestRowProps = { title: string; text: string; children: ReactNode };

/** A health test that is not being edited. */
export function TestRow({ title, text, children }: TestRowProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line py-3">
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-semibold">{title}</b>
        <p className="text-md leading-[1.45] text-ink-soft">{text}</p>
      </div>
      {children}
    </li>
  );
}

type RowButtonProps = { verb: string; title: string; id?: string; onPress: () => void };

export function RowButton({ verb, title, id, onPress }: RowButtonProps) {
  return (
    <TextButton id={id} onClick={onPress}>
      <span>
        {verb}
        <span className="sr-only"> {title}</span>
      </span>
    </TextButton>
  );
}
