import { type FastifyInstance, LogController } from "fastify";
import { addressOf } from "../http/network.ts";
import { kindOf } from "../http/request-kind.ts";
import { loggedPath } from "../log.ts";
import { httpRequests } from "./metrics.ts";
import { createRefusalLines } from "./refusal-lines.ts";
import { labelMethod, labelRoute } from "./route-label.ts";

/** Leaves out the lines of Fastify in whose place `watchRequests` writes one, and no other. */
export class QuietLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(...args: Parameters<LogController["requestCompleted"]>): void {
    if (args[0]) super.requestCompleted(...args);
  }
}

const MINUTE_MS = 60_000;

/**
 * Counts and times every answer, and logs it as one line; at `debug` probes that went well, and refusals of a network that
 * are too many for a line each. Of those the number is logged once a minute.
 */
export function watchRequests(app: FastifyInstance): void {
  const lines = createRefusalLines();
  const tellUntold = () => {
    const untold = lines.takeUntold();
    if (untold) app.log.info(untold, "refused without a line each");
  };
  const telling = setInterval(tellUntold, MINUTE_MS).unref();
  app.addHook("onClose", async () => {
    clearInterval(telling);
    tellUntold();
  });

  app.addHook("onResponse", async (request, reply) => {
    const route = labelRoute(request);
    const { statusCode: status, elapsedTime } = reply;
    const method = labelMethod(request.method);
    httpRequests.observe({ route, method, status }, elapsedTime / 1000);
    const ip = addressOf(request);
    const isQuiet = (kindOf(request) === "probe" && status === 200) || !lines.isTold(status, ip);
    const level = isQuiet ? "debug" : "info";
    const ms = Math.round(elapsedTime * 10) / 10;
    const url = loggedPath(request.url);
    request.log[level]({ method, route, status, ms, ip, url }, "request");
  });
}
