const KEY = "client-secret";

/**
 * Stores a client secret in this tab while its user signs in. Signing in loads new documents, which lose the history's
 * state, and an address would be logged by servers.
 */
export function storeSecret(clientSecret: string): void {
  try {
    sessionStorage.setItem(KEY, clientSecret);
  } catch {
    // If storage is blocked, the user returns to /signup, as for an address without a secret.
  }
}

/** Returns the stored secret and removes it. Returns undefined if there is none. */
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
