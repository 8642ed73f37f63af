import { Select } from "@studbook/ui/select";
import { useState } from "react";

/** The options of a select as HTML. Neither the values nor the labels may contain characters that HTML escapes. */
export type OptionsHtml = string;

type FilterSelectProps = {
  label: string;
  /** The name and the ID. */
  name: string;
  /** An option's value, or '' for all. */
  value: string;
  options: OptionsHtml;
};

/**
 * The select of a filter. Its options are one text that is formatted once, because React would render and hydrate more
 * than a hundred elements that never change.
 */
export function FilterSelect({ label, name, value, options }: FilterSelectProps) {
  // Not updated, because React selects the option of another value.
  const [html] = useState(() => ({
    __html: options.replace(`value="${value}"`, `value="${value}" selected=""`),
  }));
  return (
    <Select
      label={label}
      id={name}
      name={name}
      value={value}
      onChange={ignore}
      dangerouslySetInnerHTML={html}
    />
  );
}

export function formatOptions(
  options: readonly (readonly [value: string, label: string])[],
): OptionsHtml {
  return options.map(([value, label]) => `<option value="${value}">${label}</option>`).join("");
}

/** The form handles changes of its selects, but React requires a handler for every value. */
function ignore() {}
