/** A part of a letter: a paragraph, facts as a table, or the one thing to do. */
export type Block =
  | { kind: "text"; text: string }
  | { kind: "facts"; rows: [label: string, value: string][] }
  | { kind: "button"; label: string; url: string };

/** A mail before it is rendered as plain text and as HTML. */
export type Letter = { subject: string; title: string; blocks: Block[] };

/** What letters know of the installation. */
export type Site = { publicUrl: string; supportEmail: string };

export function text(text: string): Block {
  return { kind: "text", text };
}

export function button(label: string, url: string): Block {
  return { kind: "button", label, url };
}

/** The line under every letter. */
export function closingLine({ publicUrl, supportEmail }: Site): string {
  return `Studbook, ${new URL(publicUrl).host}. Questions? Write to ${supportEmail}.`;
}
