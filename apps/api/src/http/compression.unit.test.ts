import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { PassThrough } from "node:stream";
import fastify from "fastify";
import { expect, it } from "vitest";
import { registerCompression } from "./compression.ts";

it("compresses up to the limit at once and sends other responses uncompressed", async () => {
  const stalled: PassThrough[] = [];
  const app = fastify();
  await registerCompression(app, 2);
  app.get("/text", async (_request, reply) => reply.type("text/plain").send("a".repeat(2000)));
  app.get<{ Params: { type: string } }>("/stalled/:type", async ({ params }, reply) => {
    const stream = new PassThrough();
    stalled.push(stream);
    return reply.type(`${params.type}/plain`).send(stream);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const fetchEncoding = async (path: string) => {
    const sent = request(url + path, { headers: { "accept-encoding": "br" } }).end();
    const [response]: IncomingMessage[] = await once(sent, "response");
    response?.resume();
    return response?.headers["content-encoding"];
  };

  for (const type of ["image", "image", "image", "text"]) void fetchEncoding(`/stalled/${type}`);
  await expect.poll(() => stalled.length).toBe(4);
  expect(await fetchEncoding("/text")).toBe("br");
  void fetchEncoding("/stalled/text");
  await expect.poll(() => stalled.length).toBe(5);
  expect(await Promise.all([fetchEncoding("/text"), fetchEncoding("/text")])).toEqual([
    undefined,
    undefined,
  ]);
  for (const stream of stalled) stream.end();
  await expect.poll(() => fetchEncoding("/text")).toBe("br");
  await app.close();
});
