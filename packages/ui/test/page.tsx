import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { Button } from "../src/button.tsx";
import { ConfirmDialog } from "../src/confirm-dialog.tsx";
import { ErrorSummary } from "../src/error-summary.tsx";
import { DialogForm, FormDialog } from "../src/form-dialog.tsx";
import { Menu } from "../src/menu.tsx";
import { PasswordField } from "../src/password-field.tsx";
import { PhotoRows } from "../src/photo-rows.tsx";
import { PhotoViewer } from "../src/photo-viewer.tsx";
import { TextField } from "../src/text-field.tsx";
import { Toast, ToastRegion, type ToastTone } from "../src/toast.tsx";

/** Rendered at the path with the example's name. */
const EXAMPLES: Record<string, () => ReactNode> = {
  password: () => <PasswordField label="New password" defaultValue="secret" />,
  errors: Errors,
  confirm: Confirm,
  "confirm-open": ConfirmOpenedByCode,
  form: Form,
  "form-open": FormOpenedByCode,
  menu: MenuOfActions,
  toast: Toasts,
  photos: Photos,
  viewer: Viewer,
};

function Errors() {
  const [attempt, setAttempt] = useState(0);
  const errors = [
    { fieldId: "name", message: "Enter a name" },
    { fieldId: "email", message: "Enter an email" },
  ];
  return (
    <>
      <ErrorSummary errors={attempt ? errors : []} attempt={attempt} />
      <TextField id="name" label="Name" />
      <TextField id="email" label="Email" />
      <Button onClick={() => setAttempt(attempt + 1)}>Save</Button>
    </>
  );
}

function Confirm() {
  const [result, setResult] = useState("");
  return (
    <>
      <ConfirmDialog
        trigger={<Button>Delete</Button>}
        title="Delete the listing?"
        text="This cannot be undone."
        cancelLabel="Keep"
        confirmLabel="Delete for good"
        onConfirm={() => setResult("confirmed")}
        onCancel={() => setResult("canceled")}
      />
      <output>{result}</output>
    </>
  );
}

function ConfirmOpenedByCode() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Leave</Button>
      {isOpen && (
        <ConfirmDialog
          defaultOpen
          title="Leave without saving?"
          text="Your changes will be lost."
          cancelLabel="Keep editing"
          confirmLabel="Leave"
          onConfirm={() => undefined}
        />
      )}
    </>
  );
}

function Form() {
  const [isOpen, setOpen] = useState(false);
  return (
    <FormDialog
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={<Button>Edit</Button>}
      title="Edit coupon"
      text="Changes apply immediately."
    >
      <DialogForm footer={<Button onClick={() => setOpen(false)}>Cancel</Button>}>
        <TextField label="Code" />
      </DialogForm>
    </FormDialog>
  );
}

function FormOpenedByCode() {
  const [opener, setOpener] = useState<HTMLElement>();
  const close = () => setOpener(undefined);
  return (
    <>
      <Button onClick={({ currentTarget }) => setOpener(currentTarget)}>Edit</Button>
      <a href="#elsewhere">Elsewhere</a>
      {opener && (
        <FormDialog isOpen onOpenChange={close} opener={opener} title="Edit coupon" text="Now.">
          <DialogForm footer={<Button onClick={close}>Cancel</Button>}>
            <TextField label="Code" />
          </DialogForm>
        </FormDialog>
      )}
    </>
  );
}

function MenuOfActions() {
  const [opener, setOpener] = useState<HTMLElement>();
  const close = () => setOpener(undefined);
  return (
    <>
      <Menu
        trigger={<Button>More</Button>}
        items={[
          { key: "link", label: "Duplicate", href: "#duplicate" },
          { key: "delete", label: "Delete", isDanger: true, onSelect: setOpener },
        ]}
      />
      {opener && (
        <ConfirmDialog
          defaultOpen
          opener={opener}
          title="Delete the listing?"
          text="This cannot be undone."
          cancelLabel="Keep"
          confirmLabel="Delete for good"
          onConfirm={close}
          onCancel={close}
        />
      )}
    </>
  );
}

function Toasts() {
  const [tone, setTone] = useState<ToastTone>();
  return (
    <ToastRegion>
      <Button onClick={() => setTone("success")}>Succeed</Button>
      <Button onClick={() => setTone("destructive")}>Fail</Button>
      {tone && (
        <Toast
          key={tone}
          title={tone === "success" ? "Saved" : "Not saved"}
          text="Details"
          tone={tone}
          onClosed={() => setTone(undefined)}
        />
      )}
    </ToastRegion>
  );
}

function Photos() {
  const [keys, setKeys] = useState([1, 2]);
  const photos = keys.map((key) => ({ key, picture: undefined, state: "done" as const }));
  return (
    <>
      <PhotoRows
        photos={photos}
        onMove={(key, to) => setKeys(keys.filter((other) => other !== key).toSpliced(to, 0, key))}
        onRemove={(key) => setKeys(keys.filter((other) => other !== key))}
        onRetry={() => undefined}
      />
      <output>{keys.join(" ")}</output>
    </>
  );
}

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

function Viewer() {
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  const [result, setResult] = useState("");
  const photos = ["a", "b", "c"].map((alt) => ({ src: PIXEL, thumbnail: `${PIXEL}#${alt}`, alt }));
  return (
    <>
      <Button onClick={() => setOpen(true)}>View</Button>
      {isOpen && (
        <PhotoViewer
          name="Ranger"
          photos={photos}
          index={index}
          onMove={setIndex}
          onClose={() => setOpen(false)}
          returnFocus={() => setResult("returned")}
        />
      )}
      <output>{result}</output>
    </>
  );
}

const Example = EXAMPLES[location.pathname.slice(1)];
const root = document.querySelector("#root");
if (root && Example) createRoot(root).render(<Example />);
