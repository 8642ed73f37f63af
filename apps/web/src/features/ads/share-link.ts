/** Opens the system's share dialog, or copies the link if there is none. A dialog that the user closes counts as "shared". */
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
