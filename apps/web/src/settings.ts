/** What the server says about itself with every page. */
export type Settings = {
  /** The server's UTC day, 'YYYY-MM-DD', so that ages agree on both sides. */
  today: string;
  /** Scheme, host and port of the public address, without a trailing slash. */
  origin: string;
  supportEmail: string;
};
