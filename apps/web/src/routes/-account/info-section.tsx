import { Button } from "@studbook/ui/button";
import { DefinitionList } from "@studbook/ui/definition-list";
import { Pencil } from "lucide-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { MembershipLine } from "../../features/account/membership-line.tsx";
import type { CurrentUser } from "../../features/auth/current-user.ts";
import type { Data } from "../../trpc.ts";
import { EmailValue } from "./email-value.tsx";
import { InfoForm, takeInfoDraft } from "./info-form.tsx";
import { Section } from "./section.tsx";
import { VerifiedEmail } from "./verified-email.tsx";

/** The membership, name and email address, which can be edited. */
export function InfoSection({ user, data }: { user: CurrentUser; data: Data }) {
  const [draft, setDraft] = useState<ReturnType<typeof takeInfoDraft>>();
  const [isEditing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The server renders the page without it.
  const restore = useEffectEvent(() => {
    const found = takeInfoDraft(user);
    if (!found) return;
    setDraft(found);
    setEditing(true);
  });
  useEffect(() => restore(), []);
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return (
    <Section>
      <MembershipLine user={user} />
      <hr className="border-line" />
      {isEditing ? (
        <InfoForm
          user={user}
          draft={draft}
          onDone={() => {
            setDraft(undefined);
            setEditing(false);
          }}
        />
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
