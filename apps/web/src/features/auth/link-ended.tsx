import { buttonClass } from "@studbook/ui/button";
import { Notice } from "@studbook/ui/notice";
import { Link } from "@tanstack/react-router";
import { TriangleAlert } from "lucide-react";

type LinkEndedProps = { to: "/forgot-password" | "/account"; children: string };

/** For a link that was used, is too old, has a newer one, or came in half. */
export function LinkEnded({ to, children }: LinkEndedProps) {
  return (
    <Notice tone="warn" icon={TriangleAlert}>
      <p>This link no longer works. It works once, for a short time, and a newer one ends it.</p>
      <Link to={to} className={buttonClass({ look: "secondary", size: "small" })}>
        {children}
      </Link>
    </Notice>
  );
}
