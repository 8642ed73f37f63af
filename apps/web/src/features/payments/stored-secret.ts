const KEY = "client-secret";

/**
 * Keeps a client secret in this tab while its user signs in. That takes other documents, so the history's
 * state cannot carry it, and the way back is an address, which servers log.
 */
export function storeSecret(clientSecret: string): void {
  try {
    sessionStorage.setItem(KEY, clientSecret);
  } catch {
    // Where storage is blocked the way back leads to /signup, as for an address without a secret.
  }
}

/** Takes out what was kept; undefined if there is nothing. */
export function takeStoredSecret(): string | undefined {
  try {
    const clientSecret = sessionStorage.getItem(KEY) ?? undefined;
    sessionStorage.removeItem(KEY);
    return clientSecret;
  } catch {
    // Storage is blocked.
    return undefined;
  }
}
