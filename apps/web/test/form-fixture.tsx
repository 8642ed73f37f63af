import { Login } from "@studbook/domain/schemas/account";
import { z } from "@studbook/domain/schemas/z";
import { TextField } from "@studbook/ui/text-field";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode, useState } from "react";
import { createRoot } from "react-dom/client";
import { call } from "../src/browser-client.ts";
import { FormProblems } from "../src/features/forms/form-problems.tsx";
import { LeaveGuard, useGuardedChanges } from "../src/features/forms/leave-guard.tsx";
import { SubmitButton } from "../src/features/forms/submit-button.tsx";
import { useSendForm } from "../src/features/forms/use-send-form.ts";
import { createData } from "../src/trpc.ts";
import { useMutation } from "../src/use-mutation.ts";

/** A form with two fields of a schema and one that is not in it, in a guard against leaving. */
function TestForm() {
  const { mutate } = useMutation("auth.login");
  const [hasPhoto, setHasPhoto] = useState(true);
  const [isSaved, setIsSaved] = useState(false);
  const form = useSendForm({
    schema: Login,
    defaultValues: { username: "", password: "" },
    extraFields: { images: () => (hasPhoto ? undefined : "Add at least one photo") },
    failureTitle: () => "Login Failed",
    send: async (values) => {
      await mutate(values);
      markSaved();
      setIsSaved(true);
    },
  });
  const markSaved = useGuardedChanges(form.hookForm.formState.isDirty);
  return (
    <form noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      <TextField {...form.field("username")} label="Username" />
      <TextField {...form.field("password")} label="Password" />
      <button type="button" id={form.fieldId("images")} onClick={() => setHasPhoto(!hasPhoto)}>
        {hasPhoto ? "Remove photo" : "Add photo"}
      </button>
      <p data-testid="photo-error">{form.fieldError("images")}</p>
      <SubmitButton isBusy={form.isBusy}>Send</SubmitButton>
      <p role="status">{isSaved && "Saved"}</p>
    </form>
  );
}

const Nested = z.object({
  record: z.object({ tests: z.array(z.object({ name: z.string().min(1, "Name is required") })) }),
});

/** A form whose fields are in a list, of which its parts show one each. */
function NestedForm() {
  const { mutate } = useMutation("auth.login");
  const form = useSendForm({
    schema: Nested,
    defaultValues: { record: { tests: [{ name: "hips" }, { name: "" }] } },
    // The server counts from one.
    fieldOf: (path) => path.replace(/\d+/, (number) => String(Number(number) - 1)),
    send: async () => void (await mutate({ username: "dale", password: "secret" })),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FormProblems form={form} />
      {([0, 1] as const).map((index) => (
        <details key={index} name="tests">
          <summary>Test {index + 1}</summary>
          <TextField {...form.field(`record.tests.${index}.name`)} label={`Name ${index + 1}`} />
        </details>
      ))}
      <SubmitButton isBusy={form.isBusy}>Send</SubmitButton>
    </form>
  );
}

function TestPage() {
  return (
    <LeaveGuard>
      <Link to="/contact">Other page</Link>
      <TestForm />
    </LeaveGuard>
  );
}

const rootRoute = createRootRoute({ component: Outlet });
const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: "/", component: TestPage }),
  createRoute({ getParentRoute: () => rootRoute, path: "/nested", component: NestedForm }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: "/contact",
    component: () => <h1>Other page</h1>,
  }),
]);
const data = createData(async () => ({ call }));
const router = createRouter({ routeTree, context: { data } });
const root = document.getElementById("root");
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={data.queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
