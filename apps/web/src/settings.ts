/** What the server says about itself with every page. */
export type Settings = {
  /** The server's UTC day, 'YYYY-MM-DD', so that ages agree on both sides. */
  today: string;
  /** Scheme, host and port of the public address, without a trailing slash. */
  origin: string;
  supportEmail: string;
  /** In the documents of the two pages that take payments alone. */
  payments?: PaymentSettings;
};

type PaymentSettings = {
  publishableKey: string;
  /** A script of the provider's stand-in, to run before the app's; with the real one the app loads it. */
  scriptUrl?: string;
};
