import { once } from "node:events";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { requireFreePort } from "./taken-port.ts";

test.each(["127.0.0.1", undefined])("explains that a port is taken on %s", async (host) => {
  const program = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void program.close());
  await once(program, "listening");
  const address = program.address();
  const port = typeof address === "object" && address ? address.port : 0;
  await expect(requireFreePort({ port, host, command: "dev" })).rejects.toThrow(
    `Port ${port} is already in use. Stop the other program, or choose another port: PORT=3100 npx -y pnpm dev`,
  );
  program.close();
  await once(program, "close");
  await expect(requireFreePort({ port, host, command: "dev" })).resolves.toBeUndefined();
});
