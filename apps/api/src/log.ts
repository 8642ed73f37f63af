import { randomUUID } from "node:crypto";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

const MAX_PATH_LENGTH = 200;

/**
 * One JSON line an event, to standard output unless told otherwise; cookies, credentials, client
 * secrets and search terms never reach it.
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
        url: loggedPath(request.url),
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

/**
 * The path of an address, as logs have it: a query holds what people search for, and tokens. At most 200
 * characters, so that a flood of long addresses does not push everything else out of the logs.
 */
export function loggedPath(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.slice(0, MAX_PATH_LENGTH);
}
