const DEFINITION = /(@property )?(--[\w-]+)(?:\{[^}]*\}|:(?:[^;{}"]|"[^"]*")*;?)/g;

/**
 * Removes the custom properties from minified CSS that nothing in it uses, such as the colors of messages: all styles, which
 * define them, too, load before anything else is shown.
 */
export function dropUnusedProperties(css: string): string {
  const kept = css.replace(DEFINITION, (definition: string, _rule: unknown, name: string) =>
    css.includes(`var(${name}`) ? definition : "",
  );
  // What was removed may have been the only use of another.
  return kept === css ? css : dropUnusedProperties(kept);
}
