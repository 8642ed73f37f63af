import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ErrorSummary } from "./error-summary.tsx";
import type { FieldProps } from "./field.tsx";
import { MoneyField } from "./money-field.tsx";
import { PasswordField } from "./password-field.tsx";
import { SelectField } from "./select-field.tsx";
import { TextField } from "./text-field.tsx";
import { Textarea } from "./textarea.tsx";
import { UnitField } from "./unit-field.tsx";

const FIELDS: [name: string, tag: string, render: (props: FieldProps) => ReactElement][] = [
  ["TextField", "input", (props) => <TextField {...props} />],
  ["Textarea", "textarea", (props) => <Textarea {...props} />],
  ["SelectField", "select", (props) => <SelectField {...props} />],
  ["MoneyField", "input", (props) => <MoneyField {...props} />],
  ["UnitField", "input", (props) => <UnitField unit="lb" {...props} />],
  ["PasswordField", "input", (props) => <PasswordField {...props} />],
];

/** Returns the attributes of the first element with this tag. */
function attributesOf(tag: string, html: string): Record<string, string> {
  const [, attributes = ""] = new RegExp(`<${tag}\\b([^>]*)>`).exec(html) ?? [];
  return Object.fromEntries(
    Array.from(attributes.matchAll(/ ([\w-]+)="([^"]*)"/g), ([, name, value]) => [name, value]),
  );
}

/** Returns the text of the element with this ID. */
function textOf(id: string, html: string): string | undefined {
  const [, content] = new RegExp(`<p id="${id}"[^>]*>(.*?)</p>`).exec(html) ?? [];
  return content?.replaceAll(/<svg.*<\/svg>/g, "");
}

describe.each(FIELDS)("%s", (_name, tag, render) => {
  it("connects the label and has no error attributes without an error", () => {
    const html = renderToStaticMarkup(render({ id: "fee", label: "Stud fee" }));
    expect(html).toContain('<label for="fee"');
    const control = attributesOf(tag, html);
    expect(control.id).toBe("fee");
    expect(control).not.toHaveProperty("aria-invalid");
    expect(control).not.toHaveProperty("aria-describedby");
  });

  it("is invalid and described by its hint and its error", () => {
    const html = renderToStaticMarkup(
      render({ id: "fee", label: "Stud fee", hint: "Whole dollars", error: "Enter a fee" }),
    );
    const control = attributesOf(tag, html);
    expect(control["aria-invalid"]).toBe("true");
    expect(control["aria-describedby"]).toBe("fee-hint fee-error");
    expect(textOf("fee-hint", html)).toBe("Whole dollars");
    expect(textOf("fee-error", html)).toBe("Enter a fee");
  });

  it("generates an ID", () => {
    const html = renderToStaticMarkup(render({ label: "Stud fee" }));
    const { id } = attributesOf(tag, html);
    expect(id).toBeTruthy();
    expect(attributesOf("label", html).for).toBe(id);
  });
});

it("MoneyField is a text input with a numeric keyboard and hides the dollar sign", () => {
  const html = renderToStaticMarkup(<MoneyField label="Stud fee" defaultValue="950" />);
  expect(attributesOf("input", html)).toMatchObject({
    type: "text",
    inputMode: "numeric",
    value: "950",
  });
  expect(html).toMatch(/<span aria-hidden="true"[^>]*>\$<\/span>/);
});

it("PasswordField turns off capitalization and spell checking", () => {
  const html = renderToStaticMarkup(<PasswordField label="Password" />);
  expect(attributesOf("input", html)).toMatchObject({
    type: "password",
    autoCapitalize: "none",
    spellCheck: "false",
  });
});

describe("ErrorSummary", () => {
  const field = { fieldId: "fee", message: "Enter a fee" };

  it.each([
    ["Please correct 1 field", [field]],
    ["Please correct 2 fields", [field, { fieldId: "name", message: "Enter a name" }]],
    ["Something went wrong", [field, { message: "The server is busy" }]],
  ])("has the title %j", (title, errors) => {
    const html = renderToStaticMarkup(<ErrorSummary errors={errors} attempt={1} />);
    expect(html).toContain(`>${title}</h2>`);
    expect(html).toContain('href="#fee"');
    expect(attributesOf("div", html)).toMatchObject({ role: "alert", tabindex: "-1" });
  });

  it("renders nothing without errors", () => {
    expect(renderToStaticMarkup(<ErrorSummary errors={[]} attempt={0} />)).toBe("");
  });
});
