import { execFile } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { createSecureServer } from "node:http2";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Of a connection of HTTP/1.1, which HTTP/2 forbids. */
const CONNECTION_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding"]);

/** Serves HTTP/2 with TLS on `port` of localhost, like Caddy, and forwards requests to a server. Returns a function that ends it. */
export async function startTlsProxy(
  folder: string,
  port: number,
  upstreamPort: number,
): Promise<() => Promise<void>> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer(await readCertificate(folder), (incoming, outgoing) => {
    const headers = Object.entries(incoming.headers).filter(([name]) => !name.startsWith(":"));
    const upstream = request({
      agent,
      host: "127.0.0.1",
      port: upstreamPort,
      method: incoming.method,
      path: incoming.url,
      headers: { ...Object.fromEntries(headers), host: incoming.authority },
    });
    upstream.on("response", (response) => {
      const kept = Object.entries(response.headers).filter(
        ([name]) => !CONNECTION_HEADERS.has(name),
      );
      outgoing.writeHead(response.statusCode ?? 502, Object.fromEntries(kept));
      response.pipe(outgoing);
    });
    // The browser shows that the request failed.
    upstream.on("error", () => outgoing.stream.destroy());
    incoming.pipe(upstream);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return async () => {
    server.close();
    agent.destroy();
  };
}

/** Returns a self-signed certificate for localhost, which openssl creates if it does not exist. */
async function readCertificate(folder: string): Promise<{ key: Buffer; cert: Buffer }> {
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  if (!existsSync(certFile)) {
    await mkdir(folder, { recursive: true });
    const options =
      "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 3650 -subj /CN=localhost " +
      "-addext subjectAltName=DNS:localhost";
    await run("openssl", [...options.split(" "), "-keyout", keyFile, "-out", certFile]);
  }
  const [key, cert] = await Promise.all([readFile(keyFile), readFile(certFile)]);
  return { key, cert };
}
