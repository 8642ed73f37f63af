import { once } from "node:events";
import { createServer } from "node:http";
import { onTestFinished } from "vitest";

type Received = { body: string; signature: string };

/** Starts an endpoint that records webhooks. It responds with `statuses` in order, then always with 200. */
export async function receiveWebhooks(statuses: number[] = []) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    received.push({ body, signature: String(request.headers["stripe-signature"]) });
    response.writeHead(statuses.shift() ?? 200).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { received, endpoint: { url: `http://127.0.0.1:${port}/hook`, secret: "whsec_test" } };
}
