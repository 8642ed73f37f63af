import { randomUUID } from "node:crypto";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

/**
 * One JSON line an event, to standard output unless told otherwise; cookies, credentials and client
 * secrets never reach it.
 */
export function createLogger(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    redact: {
      paths: [
        "req.headers.cookie",
        "req.headers.authorization",
        'res.headers["set-cookie"]',
        "password",
        "*.password",
        "client_secret",
        "*.client_secret",
        "*.clientSecret",
        "token",
        "*.token",
      ],
      censor: "[redacted]",
    },
    serializers: {
      req: (request: { method: string; url: string; id: string; ip?: string }) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        id: request.id,
        ip: request.ip,
      }),
      err: pino.stdSerializers.err,
    },
  };
  return stream ? pino(options, stream) : pino(options);
}

export function createRequestId(): string {
  return randomUUID();
}

/** An address without the secrets that may stand in its query. */
export function withoutSecrets(url: string): string {
  return url
    .replace(/([?&](?:client_secret|token)=)[^&]*/gi, "$1[redacted]")
    .replace(/_secret_[^&]*/gi, "_[redacted]");
}
