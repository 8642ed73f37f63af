import type { IncomingMessage } from "node:http";
import { DomainError } from "@studbook/domain/errors";
import { closeAfterResponse } from "../http/close-after-response.ts";

export type BodyLimits = {
  /** The most that a whole body may have, parts and their headers together. */
  bytes: number;
  /** How long nothing may come, in milliseconds. */
  silentMs: number;
  /** What has to come on average, after a first `silentMs`. */
  bytesPerSecond: number;
};

/**
 * Watches a body that is about to be piped somewhere. The signal is aborted with a DomainError when the body
 * stalls (BAD_REQUEST) or grows too large (PAYLOAD_TOO_LARGE).
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
  const waitOn = () => {
    const { silentMs, bytesPerSecond } = limits;
    const dueMs = startedAt + silentMs + (bytes / bytesPerSecond) * 1000 - performance.now();
    const stall = () => {
      closeAfterResponse(body);
      abort("BAD_REQUEST", "The upload stalled and was ended. Please try again.");
    };
    clearTimeout(timer);
    timer = setTimeout(stall, Math.min(silentMs, Math.max(0, dueMs)));
  };
  const onData = (chunk: Uint8Array) => {
    bytes += chunk.length;
    if (bytes > limits.bytes) abort("PAYLOAD_TOO_LARGE", "The upload is too large.");
    else waitOn();
  };
  // Paused, or it would flow past the one it is piped to.
  body.pause().on("data", onData).once("end", stop).once("close", stop);
  waitOn();
  return { signal: controller.signal, stop };
}
