import { buttonClass } from "@studbook/ui/button";
import { Notice } from "@studbook/ui/notice";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";

type LinkEndedProps = { to: "/forgot-password" | "/account" | "/contact"; children: string };

/** For a link that was used or voided, is too old, or was cut off. */
export function LinkEnded({ to, children }: LinkEndedProps) {
  return (
    <Notice tone="warn" icon={TriangleAlert}>
      <p>This link no longer works. A link works once and for a limited time.</p>
      <Link to={to} className={buttonClass({ variant: "secondary", size: "small" })}>
        {children}
      </Link>
    </Notice>
  );
}
