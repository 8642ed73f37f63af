/** The port of the sandbox unless STRIPE_SANDBOX_PORT is set. */
export const DEFAULT_PORT = 12_111;

/** The only keys that the sandbox accepts. */
export const SECRET_KEY = "sk_test_sandbox";
export const PUBLISHABLE_KEY = "pk_test_sandbox";
