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
import { adoptTyped } from "./adopt-typed.ts";
import { describeFailure, type Failure } from "./describe-failure.ts";

type SendFormOptions<Values extends FieldValues, Sent> = {
  schema: z.ZodType<Sent, Values>;
  defaultValues: DefaultValues<Values>;
  /** Sends what the schema made of the values. What it throws is shown, and nothing typed is lost. */
  send: (sent: Sent) => Promise<void>;
  /** The title of the toast of a refusal. */
  failureTitle?: string;
};

/** One thing that is wrong; without an id it is about the form as a whole. */
export type FormProblem = { fieldId?: string; message: string };

/** What a text field of @studbook/ui takes. */
type FieldBinding<Name extends string> = UseFormRegisterReturn<Name> & {
  id: string;
  error: string | undefined;
};

export type SendForm<Values extends FieldValues, Sent> = {
  form: UseFormReturn<Values, unknown, Sent>;
  /** For the form element's onSubmit. Does nothing while a submit is under way. */
  submit: (event?: { preventDefault: () => void }) => void;
  isBusy: boolean;
  field: <Name extends Path<Values>>(name: Name) => FieldBinding<Name>;
  /** The id of a field's control, for a control that is no text field. */
  fieldId: (name: Path<Values>) => string;
  /** What the error summary lists; empty while nothing is wrong. */
  problems: FormProblem[];
  /** How often a submit has failed, for the error summary, which takes the focus each time. */
  failures: number;
  /** Puts what the server said beside the fields it is about. */
  showIssues: (issues: Failure["issues"]) => void;
};

/**
 * A form checked by a schema of the domain and sent once at a time. What is wrong stands beside the
 * fields and in a summary, which gets the focus. A refusal also shows a toast with the server's words
 * (specification, section 8); one that never reached the server stays in the summary.
 */
export function useSendForm<Values extends FieldValues, Sent>({
  schema,
  defaultValues,
  send,
  failureTitle = "Error",
}: SendFormOptions<Values, Sent>): SendForm<Values, Sent> {
  const form = useForm<Values, unknown, Sent>({
    resolver: zodResolver(schema),
    defaultValues,
    shouldFocusError: false,
  });
  const { getClient } = useRouter().options.context.data;
  // Browsers do not fetch again what failed once, so what sending needs is there before it is sent.
  // That it could not be loaded is said when something is sent.
  useEffect(() => {
    getClient().catch(() => undefined);
    prepareToasts().catch(() => undefined);
  }, [getClient]);
  const { errors, isSubmitting } = form.formState;
  const formId = useId();
  const isSending = useRef(false);
  const [failures, setFailures] = useState(0);

  const fieldId = (name: string) => `${formId}-${name}`;
  const names = Object.keys(form.getValues()).filter((name) => errors[name]?.message);
  const problems: FormProblem[] = names.map((name) => ({
    fieldId: fieldId(name),
    message: String(errors[name]?.message),
  }));
  const general = errors.root?.message;

  const showIssues = (issues: Failure["issues"]) => {
    for (const { path, message } of issues) {
      if (isField(form.getValues(), path)) form.setError(path, { type: "server", message });
    }
    setFailures((n) => n + 1);
  };
  const fail = (failure: Failure) => {
    if (failure.kind === "unsent") form.setError("root", { message: failure.text });
    else showToast({ title: failureTitle, text: failure.text, tone: "destructive" });
    showIssues(failure.issues);
  };
  const submit = async () => {
    if (isSending.current) return;
    isSending.current = true;
    clearToasts();
    let failure: Failure | undefined;
    let isInvalid = false;
    try {
      await form.handleSubmit(
        async (sent) => {
          try {
            await send(sent);
          } catch (error) {
            failure = describeFailure(error);
          }
        },
        () => {
          isInvalid = true;
        },
      )();
    } finally {
      isSending.current = false;
    }
    // Not before the form knows its errors, or there would be no summary yet to focus.
    if (failure) fail(failure);
    else if (isInvalid) setFailures((n) => n + 1);
  };

  return {
    form,
    submit: (event) => {
      event?.preventDefault();
      void submit();
    },
    isBusy: isSubmitting,
    field: (name) => ({
      ...adoptTyped(form.register(name)),
      id: fieldId(name),
      error: problems.find((problem) => problem.fieldId === fieldId(name))?.message,
    }),
    fieldId,
    problems: general === undefined ? problems : [...problems, { message: general }],
    failures,
    showIssues,
  };
}

function isField<Values extends FieldValues>(values: Values, path: string): path is Path<Values> {
  return Object.hasOwn(values, path);
}
