import { isDatabaseUnavailable } from "@studbook/db/errors";
import pino, { type DestinationStream, type Logger, type LoggerOptions, symbols } from "pino";

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

/**
 * Standard output, in few large writes. When the process exits, what is left is written. Lines are collected here, because
 * pino's destination measures everything that it has collected for each line.
 */
function createOutput(): DestinationStream {
  let lines = "";
  let timer: NodeJS.Timeout | undefined;
  const handOver = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines) output.write(lines);
    lines = "";
  };
  // Before those of pino's destination, which then writes everything.
  process.on("beforeExit", handOver).on("exit", handOver);
  const output = pino.destination({
    dest: 1,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: 2 * BUFFER_BYTES,
  });
  const flush = () => {
    handOver();
    output.flush();
  };
  return {
    write(line) {
      lines += line;
      if (lines.length >= BUFFER_BYTES) handOver();
      else timer ??= setTimeout(flush, BUFFER_MS).unref();
    },
  };
}

const LEVELS_WITH_INFO = ["info", "debug", "trace"];

/**
 * Returns a function that writes lines like `logger.info`, without what takes Pino as long as sending a stored response: checking
 * and serializing fields one by one, and looking up what is the same in all lines.
 *
 * @param logger a logger of Pino
 * @param fields the same in all lines
 * @returns a function for further fields in JSON, without braces, which are not redacted
 * @throws TypeError for another logger
 */
export function createLineWriter(
  logger: Pick<Logger, "level">,
  fields: object,
  message: string,
): (json: string) => void {
  // Pino exports the symbols for performance. Tests compare these lines with those of Pino.
  const stream: unknown = Reflect.get(logger, symbols.streamSym);
  const ofLogger: unknown = Reflect.get(logger, symbols.chindingsSym);
  if (!isDestination(stream) || typeof ofLogger !== "string") throw new TypeError("Unknown logger");
  if (!LEVELS_WITH_INFO.includes(logger.level)) return () => undefined;
  const end = `${JSON.stringify(fields).slice(1, -1)},"msg":${JSON.stringify(message)}}\n`;
  return (json) => void stream.write(`{"level":30,"time":${Date.now()}${ofLogger},${json},${end}`);
}

function isDestination(stream: unknown): stream is DestinationStream {
  return typeof stream === "object" && stream !== null && "write" in stream;
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
