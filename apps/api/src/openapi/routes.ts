import { fileURLToPath } from "node:url";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
// The package's main module would run the script of the whole page.
import absolutePath from "swagger-ui-dist/absolute-path.js";
import { sendRevalidated } from "../http/revalidate.ts";
import { buildDocument } from "./document.ts";
import type { DescribedRoute } from "./operation.ts";

const OWN_FILES = fileURLToPath(new URL("../../assets/api-docs/", import.meta.url));

const FILES = [
  ["swagger-ui.css", absolutePath()],
  ["swagger-ui-bundle.js", absolutePath()],
  ["page.css", OWN_FILES],
  ["page.js", OWN_FILES],
] as const;

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>Studbook API</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/api/docs/files/swagger-ui.css">
    <link rel="stylesheet" href="/api/docs/files/page.css">
    <script src="/api/docs/files/swagger-ui-bundle.js" defer></script>
    <script src="/api/docs/files/page.js" defer></script>
  </head>
  <body>
    <div id="calls"></div>
    <noscript>The document is at <a href="/api/openapi.json">/api/openapi.json</a>.</noscript>
  </body>
</html>
`;

/** Registers `GET /api/openapi.json`, the document of the routes, and `GET /api/docs`, a page that displays it. */
export async function registerDocument(
  app: FastifyInstance,
  routes: readonly DescribedRoute[],
): Promise<void> {
  let json: string | undefined;
  app.get("/openapi.json", { config: { isOpen: true } }, async (_request, reply) => {
    json ??= JSON.stringify(buildDocument(routes));
    return sendRevalidated(reply, json);
  });
  app.get("/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("Cache-Control", "no-cache").send(PAGE),
  );
  await app.register(fastifyStatic, {
    root: OWN_FILES,
    serve: false,
    cacheControl: false,
    setHeaders: (reply) => reply.header("Cache-Control", "no-cache"),
  });
  for (const [name, folder] of FILES) {
    app.get(`/docs/files/${name}`, (_request, reply) => reply.sendFile(name, folder));
  }
}
