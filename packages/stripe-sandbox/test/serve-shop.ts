import { once } from "node:events";
import { createServer } from "node:http";
import { bundleScript } from "../src/http/serve-page.ts";

/**
 * Serves a page with the real react-stripe-js under a policy that only allows the sandbox. Paths
 * without a query load only stripe.js.
 */
export async function serveShop(sandboxPort: number) {
  const sandbox = `http://localhost:${sandboxPort}`;
  const script = await bundleScript(new URL("./shop.tsx", import.meta.url), "development");
  const page = (scripts: string[]) => `<!doctype html>
<html lang="en"><head><title>Shop</title><link rel="icon" href="data:," /></head>
<body><div id="root"></div>${scripts.map((src) => `<script src="${src}"></script>`).join("")}</body></html>`;
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${sandbox}`,
    `frame-src ${sandbox}`,
    `connect-src 'self' ${sandbox}`,
    "style-src 'self'",
    "img-src 'self' data:",
  ].join("; ");
  const server = createServer((request, response) => {
    const isScript = request.url === "/shop.js";
    const scripts = [`${sandbox}/v3/stripe.js`];
    if (request.url?.startsWith("/?")) scripts.push("/shop.js");
    response.writeHead(200, {
      "content-type": isScript ? "text/javascript" : "text/html",
      "content-security-policy": policy,
    });
    response.end(isScript ? script : page(scripts));
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
