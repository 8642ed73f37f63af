import { buttonClass } from "@studbook/ui/button";
import { Card } from "@studbook/ui/card";
import { Notice } from "@studbook/ui/notice";
import { Link } from "@tanstack/react-router";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

type LinkSucceededProps = {
  title: string;
  children?: ReactNode;
  next: { to: "/account" | "/forgot-password"; label: string };
};

/** The result of a link from an email, which gets the focus. */
export function LinkSucceeded({ title, children, next }: LinkSucceededProps) {
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
        {next.label}
      </Link>
    </Card>
  );
}

type LinkInvalidProps = { to: "/forgot-password" | "/account" | "/contact"; children: string };

/** For a link that was used, voided or cut off, or has expired. */
export function LinkInvalid({ to, children }: LinkInvalidProps) {
  return (
    <Notice tone="warn" icon={TriangleAlert}>
      <p>This link no longer works. Each link works once and for a limited time.</p>
      <Link to={to} className={buttonClass({ variant: "secondary", size: "small" })}>
        {children}
      </Link>
    </Notice>
  );
}
