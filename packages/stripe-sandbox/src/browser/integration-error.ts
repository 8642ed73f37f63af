/** The page uses stripe.js incorrectly. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** Returns the intent ID in a client secret. @throws IntegrationError if the secret is malformed. */
export function intentIdOf(clientSecret: string | undefined, where: string): string {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret ?? "")?.[1];
  if (id) return id;
  // The message omits the value because pages may display or report caught errors.
  throw new IntegrationError(
    `Invalid value for ${where}: clientSecret should be a client secret of the form \${id}_secret_\${secret}.`,
  );
}
