import { type FastifyInstance, LogController } from "fastify";
import { addressOf } from "../http/network.ts";
import { kindOf } from "../http/request-kind.ts";
import { loggedPath } from "../log.ts";
import { httpRequests } from "./metrics.ts";
import { labelMethod, labelRoute } from "./route-label.ts";

/** Leaves out the lines of Fastify in whose place `watchRequests` writes one, and no other. */
export class QuietLog extends LogController {
  override incomingRequest(): void {}

  override routeNotFound(): void {}

  override requestCompleted(...args: Parameters<LogController["requestCompleted"]>): void {
    if (args[0]) super.requestCompleted(...args);
  }
}

/** Counts and times every answer, and logs it as one line; probes that went well at `debug`. */
export function watchRequests(app: FastifyInstance): void {
  app.addHook("onResponse", async (request, reply) => {
    const route = labelRoute(request);
    const { statusCode: status, elapsedTime } = reply;
    const method = labelMethod(request.method);
    httpRequests.observe({ route, method, status }, elapsedTime / 1000);
    const level = kindOf(request) === "probe" && status === 200 ? "debug" : "info";
    const ip = addressOf(request);
    const ms = Math.round(elapsedTime * 10) / 10;
    const url = loggedPath(request.url);
    request.log[level]({ method, route, status, ms, ip, url }, "request");
  });
}
