/** The page uses stripe.js in a way that it cannot be used. */
export class IntegrationError extends Error {
  override name = "IntegrationError";
}

/** The id of the intent that a client secret belongs to. @throws IntegrationError for anything else. */
export function intentIdOf(clientSecret: string | undefined, where: string): string {
  const id = /^(pi_[A-Za-z0-9]+)_secret_[A-Za-z0-9]+$/.exec(clientSecret ?? "")?.[1];
  if (id) return id;
  // Not its value: a page may show or report what it catches.
  throw new IntegrationError(
    `Invalid value for ${where}: clientSecret should be a client secret of the form \${id}_secret_\${secret}.`,
  );
}
