/**
 * Shares a link with the system's dialog, or copies it where there is none. Returns "shared" also if the user closes the
 * dialog.
 */
export async function shareLink(link: {
  title: string;
  url: string;
}): Promise<"shared" | "copied" | "failed"> {
  try {
    if (navigator.canShare?.(link)) {
      await navigator.share(link);
      return "shared";
    }
    await navigator.clipboard.writeText(link.url);
    return "copied";
  } catch (error) {
    return error instanceof DOMException && error.name === "AbortError" ? "shared" : "failed";
  }
}
