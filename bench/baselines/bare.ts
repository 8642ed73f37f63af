import { createServer } from "node:http";
import type { CapturedResponse } from "./captured-response.ts";

// Bare node:http: sends the response that it gets from `startBare` whatever is requested. Nothing on Node.js costs less.
process.once("message", ({ status, headers, body }: CapturedResponse) => {
  const bytes = Buffer.from(body, "base64");
  const flat = headers.flat();
  const server = createServer((_request, response) => {
    response.writeHead(status, flat);
    response.end(bytes);
  });
  server.keepAliveTimeout = 65_000;
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
});
