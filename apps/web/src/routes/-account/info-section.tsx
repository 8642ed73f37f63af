import { Button } from "@studbook/ui/button";
import { DefinitionList } from "@studbook/ui/definition-list";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { MembershipLine } from "../../features/account/membership-line.tsx";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import { createDrafts } from "../../features/forms/drafts.ts";
import type { Data } from "../../trpc.ts";
import { EmailValue } from "./email-value.tsx";
import { type InfoDraft, InfoForm } from "./info-form.tsx";
import { Section } from "./section.tsx";
import { VerifiedEmail } from "./verified-email.tsx";

const drafts = createDrafts<InfoDraft>();

/** The membership, name and email address, which can be edited. */
export function InfoSection({ user, data }: { user: CurrentUser; data: Data }) {
  const [draft] = useState(() => drafts.take(user.username));
  const [isEditing, setEditing] = useState(draft !== undefined);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Section>
      <MembershipLine user={user} />
      <hr className="border-line" />
      {isEditing ? (
        <InfoForm user={user} draft={draft} drafts={drafts} onDone={() => setEditing(false)} />
      ) : (
        <>
          <DefinitionList
            items={[
              { label: "Username", value: user.username },
              { label: "Email", value: <EmailValue data={data} email={user.email} /> },
              { label: "First name", value: user.firstName },
              { label: "Last name", value: user.lastName },
            ]}
          />
          <VerifiedEmail data={data} username={user.username} />
          <Button
            ref={edit}
            variant="quiet"
            className="justify-self-start"
            onClick={() => setEditing(true)}
          >
            <Pencil className="size-5" />
            Edit
          </Button>
        </>
      )}
    </Section>
  );
}
