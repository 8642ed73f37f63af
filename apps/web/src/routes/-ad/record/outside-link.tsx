import { hostOf } from "@studbook/domain/record/describe-record";
import type { ReactNode } from "react";

/** A link that the owner states, shown as its host unless it has a text. Search engines do not count it. */
export function OutsideLink({
  url,
  children = hostOf(url),
}: {
  url: string;
  children?: ReactNode;
}) {
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}
