import { connect, createServer } from "node:net";

// Forwards the connections to a host and port to a Unix socket. `openLossyLink` runs it in a network namespace.
const [host = "", port = "", socketPath = ""] = process.argv.slice(2);

const server = createServer((client) => {
  const upstream = connect(socketPath);
  client.pipe(upstream).pipe(client);
  // Either end can be gone at any time.
  client.on("error", () => upstream.destroy());
  upstream.on("error", () => client.destroy());
});
server.listen({ host, port: Number(port) }, () => process.stdout.write("listening\n"));
