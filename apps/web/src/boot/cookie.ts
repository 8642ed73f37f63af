/** Returns the value of a cookie that scripts can read, or undefined if there is none. */
export function readCookie(name: string): string | undefined {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
