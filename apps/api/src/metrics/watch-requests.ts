import { type FastifyInstance, LogController } from "fastify";
import { addressOf } from "../http/network.ts";
import { kindOf } from "../http/request-kind.ts";
import { createLineWriter, pathForLog } from "../log.ts";
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
type SentResponse = { requestId: string; status: number; ms: number; ip: string };

/** Counts and times a response, and logs it as one line. */
export type RecordResponse = (response: SentResponse) => void;

/**
 * Returns what records the responses to one kind of request, for those that do not pass through Fastify.
 *
 * @param route one of a limited number of labels
 * @param url the path
 */
export type CreateRecorder = (request: {
  method: string;
  route: string;
  url: string;
}) => RecordResponse;

/**
 * Counts and times every response and logs it as one line, with the ID of the signed-in user. Successful probes, and refusals that exceed the log limit of their
 * network, are logged only at `debug`; the number of those refusals is logged once a minute.
 *
 * @returns what records responses that do not pass through Fastify
 */
export function watchRequests(app: FastifyInstance): CreateRecorder {
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
  const levelOf = ({ status, ip }: SentResponse) =>
    limiter.shouldLog(status, ip) ? "info" : "debug";

  app.addHook("onResponse", (request, reply, done) => {
    const { userId } = request;
    const method = labelMethod(request.method);
    const route = labelRoute(request);
    const sent = {
      requestId: request.id,
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ip: addressOf(request),
    };
    httpRequests.observerOf({ route, method, status: sent.status })(sent.ms / 1000);
    if (!request.isShed) {
      const isQuiet = kindOf(request) === "probe" && sent.status === 200;
      const fields = { ...fieldsOf(sent), method, route, url: pathForLog(request.url) };
      log[isQuiet ? "debug" : levelOf(sent)](userId ? { ...fields, userId } : fields, "request");
    }
    done();
  });

  return ({ method, route, url }) => {
    const writeLine = createLineWriter(log, { method, route, url }, "request");
    const observers = new Map<number, (seconds: number) => void>();
    return (sent) => {
      const { status } = sent;
      const observe = observers.get(status) ?? httpRequests.observerOf({ route, method, status });
      observers.set(status, observe);
      observe(sent.ms / 1000);
      const { reqId, ms, ip } = fieldsOf(sent);
      const level = levelOf(sent);
      if (level === "info") {
        writeLine(`"reqId":"${reqId}","status":${status},"ms":${ms},"ip":"${ip}"`);
      } else log[level]({ reqId, status, ms, ip, method, route, url }, "request");
    };
  };
}

function fieldsOf({ requestId: reqId, status, ms, ip }: SentResponse) {
  return { reqId, status, ms: Math.round(ms * 10) / 10, ip };
}
