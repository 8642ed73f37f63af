import { hostOf } from "@studbook/domain/record/describe-record";

/** A link that the owner states, shown as its host. Search engines do not count it. */
export function OutsideLink({ url }: { url: string }) {
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer" target="_blank">
      {hostOf(url)}
    </a>
  );
}
