import { type FastifyInstance, LogController } from "fastify";
import { loggedPath } from "../log.ts";
import { httpRequests } from "./metrics.ts";
import { labelMethod, labelRoute } from "./route-label.ts";

const PROBES = new Set(["/livez", "/readyz"]);

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
    const level = PROBES.has(route) && status === 200 ? "debug" : "info";
    const { ip } = request;
    const ms = Math.round(elapsedTime * 10) / 10;
    const url = loggedPath(request.url);
    request.log[level]({ method, route, status, ms, ip, url }, "request");
  });
}
