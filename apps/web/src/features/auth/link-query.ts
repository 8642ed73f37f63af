/** The query of a page that a link in a mail leads to. */
export function readLinkQuery({ token }: Record<string, unknown>): { token?: string } {
  return typeof token === "string" ? { token } : {};
}
