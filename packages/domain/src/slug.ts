/** Returns the name of a breed or state in URLs: lower case, with hyphens between words. */
export function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, "-")
    .replace(/^-|-$/g, "");
}
