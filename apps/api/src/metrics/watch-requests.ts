import { type FastifyInstance, LogController } from "fastify";
import { addressOf } from "../http/network.ts";
import { kindOf } from "../http/request-kind.ts";
import { pathForLog } from "../log.ts";
import { httpRequests } from "./metrics.ts";
import { createRefusalLogLimiter } from "./refusal-log-limiter.ts";
import { labelMethod, labelRoute } from "./route-label.ts";

/** Drops those log lines of Fastify that `watchRequests` replaces with its own. */
export class RequestLogController extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(...args: Parameters<LogController["requestCompleted"]>): void {
    if (args[0]) super.requestCompleted(...args);
  }
}

const MINUTE_MS = 60_000;

/** A response that has been sent. */
type SentResponse = {
  requestId: string;
  method: string;
  /** One of a limited number of labels. */
  route: string;
  status: number;
  ms: number;
  ip: string;
  userId?: string | undefined;
  /** The path. */
  url: string;
};

/** Counts and times a response, and logs it as one line. */
export type RecordResponse = (response: SentResponse, log?: { isQuiet: boolean }) => void;

/**
 * Counts and times every response and logs it as one line, with the ID of the signed-in user. Successful probes, and refusals that exceed the log limit of their
 * network, are logged only at `debug`; the number of those refusals is logged once a minute.
 *
 * @returns what records a response that does not pass through Fastify
 */
export function watchRequests(app: FastifyInstance): RecordResponse {
  const limiter = createRefusalLogLimiter();
  const logSuppressed = () => {
    const suppressed = limiter.takeSuppressed();
    if (suppressed) app.log.info(suppressed, "rejected requests not logged individually");
  };
  const timer = setInterval(logSuppressed, MINUTE_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    logSuppressed();
  });

  // The fields below hold no secrets, and looking for some takes twice as long as writing the line.
  const log = app.log.child({}, { redact: [] });
  const record: RecordResponse = ({ requestId, ms, userId, ...response }, options) => {
    const { route, method, status, ip, url } = response;
    httpRequests.observe({ route, method, status }, ms / 1000);
    const isQuiet = options?.isQuiet || !limiter.shouldLog(status, ip);
    const level = isQuiet ? "debug" : "info";
    log[level](
      {
        reqId: requestId,
        method,
        route,
        status,
        ms: Math.round(ms * 10) / 10,
        ip,
        ...(userId && { userId }),
        url,
      },
      "request",
    );
  };

  app.addHook("onResponse", (request, reply, done) => {
    const response = {
      requestId: request.id,
      method: labelMethod(request.method),
      route: labelRoute(request),
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ip: addressOf(request),
      userId: request.userId,
      url: pathForLog(request.url),
    };
    if (request.isShed) {
      const { route, method, status, ms } = response;
      httpRequests.observe({ route, method, status }, ms / 1000);
    } else record(response, { isQuiet: kindOf(request) === "probe" && reply.statusCode === 200 });
    done();
  });
  return record;
}
