/** A part of an email: a paragraph, a table of facts, or the one action to take. */
export type EmailBlock =
  | { kind: "text"; text: string }
  | { kind: "facts"; rows: [label: string, value: string][] }
  | { kind: "button"; label: string; url: string };

/** An email before it is rendered as plain text and HTML. */
export type Email = { subject: string; title: string; blocks: EmailBlock[] };

/** The installation's settings that emails mention. */
export type Site = { publicUrl: string; supportEmail: string };

export function text(text: string): EmailBlock {
  return { kind: "text", text };
}

export function button(label: string, url: string): EmailBlock {
  return { kind: "button", label, url };
}

/** The footer of every email. */
export function footerLine({ publicUrl, supportEmail }: Site): string {
  return `Studbook, ${new URL(publicUrl).host}. Questions? Contact ${supportEmail}.`;
}
