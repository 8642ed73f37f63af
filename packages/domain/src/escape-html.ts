const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Returns text for an element or a quoted attribute of an HTML document. */
export function escapeHtml(raw: string): string {
  return raw.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
