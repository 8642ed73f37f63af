import type { IncomingMessage } from "node:http";
import { DomainError } from "@studbook/domain/errors";
import { closeAfterResponse } from "../http/close-after-response.ts";

export type BodyLimits = {
  /** Maximum size of the body, including part headers. */
  bytes: number;
  /** How long the client may send nothing, in milliseconds. */
  silentMs: number;
  /** Minimum average speed after the first `silentMs`. */
  bytesPerSecond: number;
};

/**
 * Watches a request body before it is piped. Aborts the signal with a DomainError if the body stalls (BAD_REQUEST) or
 * grows too large (PAYLOAD_TOO_LARGE).
 */
export function watchBody(
  body: IncomingMessage,
  limits: BodyLimits,
): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const startedAt = performance.now();
  let bytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(timer);
    body.off("data", onData).off("end", stop).off("close", stop);
  };
  const abort = (code: "BAD_REQUEST" | "PAYLOAD_TOO_LARGE", message: string) => {
    stop();
    controller.abort(new DomainError(code, message));
  };
  const restartTimer = () => {
    const { silentMs, bytesPerSecond } = limits;
    const dueMs = startedAt + silentMs + (bytes / bytesPerSecond) * 1000 - performance.now();
    const stall = () => {
      closeAfterResponse(body);
      abort("BAD_REQUEST", "The upload stalled and was stopped. Please try again.");
    };
    clearTimeout(timer);
    timer = setTimeout(stall, Math.min(silentMs, Math.max(0, dueMs)));
  };
  const onData = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > limits.bytes) abort("PAYLOAD_TOO_LARGE", "The upload is too large.");
    else restartTimer();
  };
  // Adding a data listener would start the flow before the body is piped.
  body.pause().on("data", onData).once("end", stop).once("close", stop);
  restartTimer();
  return { signal: controller.signal, stop };
}
