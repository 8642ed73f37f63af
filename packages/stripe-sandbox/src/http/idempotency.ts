import { createHash } from "node:crypto";
import type { Store } from "../state/store.ts";
import { ApiError } from "./api-error.ts";

export type SavedResponse = { status: number; body: string };

/** Stripe's idempotency keys: https://docs.stripe.com/api/idempotent_requests */
export class IdempotencyKeys {
  readonly #store: Store;
  readonly #busy = new Set<string>();

  constructor(store: Store) {
    this.#store = store;
  }

  /**
   * Acquires the key for one call. If `replay` is set, return it to the client. Otherwise make the call, then
   * call `release`.
   *
   * @throws ApiError 400 if the parameters differ from the first call, 409 while another call uses the key.
   */
  acquire(
    key: string,
    fingerprint: string,
  ): { replay: SavedResponse | undefined; release: () => void } {
    if (key.length > 255) {
      throw idempotencyError(400, "Idempotency keys may have at most 255 characters.");
    }
    if (this.#busy.has(key)) {
      throw idempotencyError(
        409,
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        "idempotency_key_in_use",
      );
    }
    const saved = this.#store.db
      .prepare("select fingerprint, status, body from saved_answers where key = ?")
      .get(key);
    if (saved && saved.fingerprint !== fingerprint) {
      throw idempotencyError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (saved) {
      const replay = { status: Number(saved.status), body: String(saved.body) };
      return { replay, release: () => undefined };
    }
    this.#busy.add(key);
    return { replay: undefined, release: () => this.#busy.delete(key) };
  }

  /** Saves the response. Must run in the call's own transaction. */
  save(key: string, fingerprint: string, { status, body }: SavedResponse): void {
    this.#store.db
      .prepare("insert into saved_answers (key, fingerprint, status, body) values (?, ?, ?, ?)")
      .run(key, fingerprint, status, body);
  }
}

/** Returns a hash, so that the parameters themselves are not stored. */
export function fingerprintRequest(method: string, path: string, body: string): string {
  return createHash("sha256").update(`${method} ${path}\n${body}`).digest("hex");
}

function idempotencyError(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, { type: "idempotency_error", message, ...(code && { code }) });
}
