import { zodResolver } from "@hookform/resolvers/zod";
import type { z } from "@studbook/domain/schemas/z";
import { useRouter } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState } from "react";
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { clearToasts, prepareToasts, showToast } from "../toasts/show-toast.ts";
import { describeFailure, type Failure } from "./describe-failure.ts";
import { findField, findMessage, listMessages } from "./field-paths.ts";

type SendFormOptions<Values extends FieldValues, Sent> = {
  schema: z.ZodType<Sent, Values>;
  defaultValues: DefaultValues<Values>;
  /** Sends the output of the schema. An error is shown, and the fields keep their values. */
  send: (sent: Sent) => Promise<void>;
  /** Returns the name of the field that the path of a server's issue means. By default it is the path itself. */
  fieldOf?: (path: string, values: Values) => string;
  /** Fields that are not in the schema, such as photos. Each returns its problem, or undefined if there is none. */
  extraFields?: Record<string, () => string | undefined>;
  /** Awaited before `send`, once the schema accepts the values, such as uploads in progress. */
  beforeSend?: () => Promise<void>;
  /** The title of a refusal in the toast and the summary. */
  failureTitle?: (code: string | undefined) => string;
  /** The text for a response of the server without a message. */
  fallbackText?: string;
  /**
   * Whether failures are also shown in a toast. By default only refusals are, because the form keeps the summary of
   * its problems. With "unexplained", all failures are that do not belong to a field.
   */
  toasts?: "refusals" | "unexplained";
};

/** A problem of a field, or of the whole form if there is no `fieldId`. */
export type FormProblem = { fieldId?: string; title?: string | undefined; message: string };

/** The props of a text field of @studbook/ui. */
type FieldBinding<Name extends string> = UseFormRegisterReturn<Name> & {
  id: string;
  error: string | undefined;
};

export type SendForm<Values extends FieldValues, Sent> = {
  hookForm: UseFormReturn<Values, unknown, Sent>;
  /** For the form element's onSubmit. Does nothing while the form is being sent. */
  submit: (event?: { preventDefault: () => void }) => void;
  isBusy: boolean;
  /** The props of the control of a field. The name of a nested one is its path: 'record.health.tests.3.name'. */
  field: <Name extends Path<Values>>(name: Name) => FieldBinding<Name>;
  /** The ID of the control of a field or an extra field. */
  fieldId: (name: string) => string;
  /** The message of a field or an extra field. */
  fieldError: (name: string) => string | undefined;
  /** The entries of the error summary. */
  problems: FormProblem[];
  /** How often submitting has failed. The error summary gets the focus each time. */
  failures: number;
  /** Shows the server's issues at the fields they belong to. Returns whether every issue belongs to one. */
  showIssues: (issues: Failure["issues"]) => boolean;
};

/**
 * A form that is checked by a schema of the domain and sent once at a time. Problems are shown at the fields
 * and in a summary, which gets the focus (specification, section 8).
 */
export function useSendForm<Values extends FieldValues, Sent>({
  schema,
  defaultValues,
  send,
  fieldOf = (path) => path,
  extraFields = {},
  beforeSend,
  failureTitle,
  fallbackText,
  toasts = "refusals",
}: SendFormOptions<Values, Sent>): SendForm<Values, Sent> {
  const hookForm = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues,
    shouldFocusError: false,
  });
  const { getClient } = useRouter().options.context.data;
  // Browsers do not fetch a module again that failed to load, so these are loaded before they are needed.
  // A failure is shown when the form is sent.
  useEffect(() => {
    getClient().catch(() => undefined);
    prepareToasts().catch(() => undefined);
  }, [getClient]);
  const { errors, isSubmitting } = hookForm.formState;
  const formId = useId();
  const isSending = useRef(false);
  const [failures, setFailures] = useState(0);
  const [refusalTitle, setRefusalTitle] = useState<string>();

  const fieldId = (name: string) => `${formId}-${name}`;
  const extraError = (name: string) => {
    const error = errors.root?.[name];
    const isFixed = error?.type !== "server" && extraFields[name]?.() === undefined;
    return isFixed ? undefined : error?.message;
  };
  const fieldError = (name: string) => findMessage(errors, name) ?? extraError(name);
  const problems: FormProblem[] = listMessages(errors, hookForm.getValues()).map(
    ({ name, message }) => ({ fieldId: fieldId(name), message }),
  );
  for (const name of Object.keys(extraFields)) {
    const message = extraError(name);
    if (message) problems.push({ fieldId: fieldId(name), message });
  }
  const general = errors.root?.form;
  if (general?.message) problems.push({ title: refusalTitle, message: general.message });

  const findPlace = (path: string) => {
    const values = hookForm.getValues();
    const field = findField(values, fieldOf(path, values));
    if (field !== undefined && isPath(values, field)) return field;
    const [name = ""] = path.split(".");
    return Object.hasOwn(extraFields, name) ? (`root.${name}` as const) : undefined;
  };
  const showIssues = (issues: Failure["issues"]) => {
    const places = issues.map(({ path, message }) => ({ place: findPlace(path), message }));
    // Of several issues of a field, the first is shown.
    for (const { place, message } of places.toReversed()) {
      if (place) hookForm.setError(place, { type: "server", message });
    }
    setFailures((n) => n + 1);
    return issues.length > 0 && places.every(({ place }) => place !== undefined);
  };
  const showExtraProblems = () => {
    for (const [name, find] of Object.entries(extraFields)) {
      const message = find();
      if (message !== undefined) hookForm.setError(`root.${name}`, { message });
    }
  };
  const fail = ({ kind, code, text, issues }: Failure) => {
    const isExplained = showIssues(issues);
    const title = kind === "refused" ? failureTitle?.(code) : undefined;
    setRefusalTitle(title);
    if (!isExplained) hookForm.setError("root.form", { message: text });
    const hasToast = toasts === "refusals" ? kind === "refused" : !isExplained;
    if (hasToast) void showToast({ title: title ?? "Error", text, tone: "destructive" });
  };
  const submit = async () => {
    if (isSending.current) return;
    isSending.current = true;
    clearToasts();
    let failure: Failure | undefined;
    let isInvalid = false;
    try {
      await hookForm.handleSubmit(
        async (sent) => {
          try {
            await beforeSend?.();
            isInvalid = Object.values(extraFields).some((find) => find() !== undefined);
            if (!isInvalid) await send(sent);
          } catch (error) {
            failure = describeFailure(error, fallbackText);
          }
        },
        () => {
          isInvalid = true;
        },
      )();
    } finally {
      isSending.current = false;
    }
    // Only now has the form rendered its errors and the summary that gets the focus.
    if (failure) fail(failure);
    if (!isInvalid) return;
    showExtraProblems();
    setFailures((n) => n + 1);
  };

  return {
    hookForm,
    submit: (event) => {
      event?.preventDefault();
      void submit();
    },
    isBusy: isSubmitting,
    field: (name) => ({
      ...adoptEarlyInput(hookForm.register(name)),
      id: fieldId(name),
      error: fieldError(name),
    }),
    fieldId,
    fieldError,
    problems,
    failures,
    showIssues,
  };
}

function isPath<Values extends FieldValues>(values: Values, path: string): path is Path<Values> {
  return findField(values, path) === path;
}

/** Controls registered before. Their later values were set by the form, such as a restored draft. */
const knownControls = new WeakSet<Element>();

/** Registers a text field so that text entered before hydration becomes its value. */
function adoptEarlyInput<Name extends string>(
  registration: UseFormRegisterReturn<Name>,
): UseFormRegisterReturn<Name> {
  return {
    ...registration,
    ref: (control: unknown) => {
      if (!isTextControl(control) || knownControls.has(control)) return registration.ref(control);
      knownControls.add(control);
      const typed = control.value;
      registration.ref(control);
      if (typed === "" || typed === control.value) return;
      control.value = typed;
      void registration.onChange({ type: "change", target: control });
    },
  };
}

function isTextControl(
  control: unknown,
): control is HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement {
  return (
    control instanceof HTMLInputElement ||
    control instanceof HTMLSelectElement ||
    control instanceof HTMLTextAreaElement
  );
}
