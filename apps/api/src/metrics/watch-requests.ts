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

/**
 * Counts and times every response and logs it as one line, with the ID of the signed-in user. Successful probes, and refusals that exceed the log limit of their
 * network, are logged only at `debug`; the number of those refusals is logged once a minute.
 */
export function watchRequests(app: FastifyInstance): void {
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

  app.addHook("onResponse", async (request, reply) => {
    const route = labelRoute(request);
    const { statusCode: status, elapsedTime } = reply;
    const method = labelMethod(request.method);
    httpRequests.observe({ route, method, status }, elapsedTime / 1000);
    if (request.isShed) return;
    const ip = addressOf(request);
    const isQuiet =
      (kindOf(request) === "probe" && status === 200) || !limiter.shouldLog(status, ip);
    const level = isQuiet ? "debug" : "info";
    const ms = Math.round(elapsedTime * 10) / 10;
    const url = pathForLog(request.url);
    const { userId } = request;
    request.log[level](
      { method, route, status, ms, ip, ...(userId && { userId }), url },
      "request",
    );
  });
}
