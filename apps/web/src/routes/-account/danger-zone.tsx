import { Button } from "@studbook/ui/button";
import { ConfirmDialog } from "@studbook/ui/confirm-dialog";
import { useRouter } from "@tanstack/react-router";
import { finishSession } from "../../features/auth/session.ts";
import { useAction } from "../../features/forms/use-action.ts";
import { showToast } from "../../features/toasts/show-toast.ts";
import { Section } from "./section.tsx";

export function DangerZone({ isAdmin }: { isAdmin: boolean }) {
  const router = useRouter();
  const { run } = useAction("account.close");
  const close = async () => {
    const { isDone } = await run({});
    if (!isDone) return;
    await finishSession(router);
    await showToast({
      title: "Account Closed",
      text: "Your account has been deactivated",
      tone: "success",
    });
  };
  return (
    <Section className="border-danger!">
      <h2 className="text-danger">Danger Zone</h2>
      {isAdmin ? (
        <p>Admin accounts cannot be closed.</p>
      ) : (
        <>
          <p>Closing your account deactivates it and signs you out.</p>
          <ConfirmDialog
            trigger={
              <Button variant="danger-quiet" className="justify-self-start">
                Close Account
              </Button>
            }
            title="Are you absolutely sure?"
            text="Your account will be deactivated, your listings will be hidden and you will be signed out. Only an admin can restore the account."
            cancelLabel="No"
            confirmLabel="Yes, Close My Account"
            onConfirm={close}
          />
        </>
      )}
    </Section>
  );
}
