import type { FullConfig } from "@playwright/test";

const PATIENCE_MS = 180_000;

/** Waits for the product before the first journey; its start and that of the browsers go side by side. */
export default async function untilReady({ projects }: FullConfig): Promise<void> {
  const url = new URL("/readyz", projects[0]?.use.baseURL);
  const deadline = AbortSignal.timeout(PATIENCE_MS);
  while (!(await isReady(url))) {
    if (deadline.aborted) throw new Error(`${url} was not ready within three minutes.`);
    // Another process does not say when it has become ready: it is asked again.
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function isReady(url: URL): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined);
  return response?.ok ?? false;
}
