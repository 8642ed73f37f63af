import { isDatabaseUnavailable } from "@studbook/db/errors";
import pino, { type DestinationStream, type Logger, type LoggerOptions } from "pino";

const MAX_PATH_LENGTH = 200;

/** A write to standard output costs more than the response that it reports. So lines are collected, up to these limits. */
const BUFFER_BYTES = 32 * 1024;
const BUFFER_MS = 100;

/**
 * Logs one JSON line per event, to standard output by default. Cookies, credentials, client secrets and search terms are
 * redacted, and errors are logged without properties that may hold secrets. That the database is unavailable is logged
 * without a stack, because every statement in progress reports it.
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
        "clientSecret",
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
        url: pathForLog(request.url),
        id: request.id,
        ip: request.ip,
      }),
      err: serializeError,
    },
  };
  return pino(options, stream ?? createOutput());
}

/** Standard output, in few large writes. When the process exits, what is left is written. */
function createOutput(): DestinationStream {
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: 2 * BUFFER_BYTES,
  });
  let isFlushDue = false;
  const flush = () => {
    isFlushDue = false;
    output.flush();
  };
  return {
    write(line) {
      output.write(line);
      if (isFlushDue) return;
      isFlushDue = true;
      setTimeout(flush, BUFFER_MS).unref();
    },
  };
}

/** Other properties of an error may hold secrets: pg adds its client, Stripe the request. */
const ERROR_KEYS = [
  "type",
  "message",
  "stack",
  "code",
  "table",
  "constraint",
  "statusCode",
  "requestId",
];

function serializeError(error: Error): object {
  const serialized = Object.entries(pino.stdSerializers.err(error));
  const isKept = (key: string) =>
    ERROR_KEYS.includes(key) && !(key === "stack" && isDatabaseUnavailable(error));
  const kept = Object.fromEntries(serialized.filter(([key]) => isKept(key)));
  return error instanceof AggregateError ? { ...kept, errors: error.errors.map(String) } : kept;
}

/**
 * Returns the path of a URL for the logs. Drops the query, which may hold tokens and search terms, and truncates the path to
 * 200 characters, so that a flood of long URLs does not fill the logs.
 */
export function pathForLog(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  return path.slice(0, MAX_PATH_LENGTH);
}
