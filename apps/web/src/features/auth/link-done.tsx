import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type LinkDoneProps = {
  title: string;
  children?: ReactNode;
  next: { to: "/account" | "/forgot-password"; words: string };
};

/** What a link from a mail has done, with the focus on it. */
export function LinkDone({ title, children, next }: LinkDoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="grid justify-items-start gap-4 p-5 md:p-8">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-2.5">
        <CircleCheck className="size-6 flex-none text-success" />
        {title}
      </h2>
      {children}
      <Link to={next.to} className={buttonClass()}>
        {next.words}
      </Link>
    </Card>
  );
}
