import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import { expect, it } from "vitest";
import { explainStartError } from "./explain-start-error.ts";
import { listen } from "./http/acceptors.ts";

// The second is link-local and lacks its interface.
it.each(["192.0.2.1", "fe80::1"])(
  "says that %s is not an address of this machine",
  async (host) => {
    const app = fastify();
    const error = await listen(app, { port: 0, host }).catch((reason: unknown) => reason);
    expect(explainStartError(error)).toBe(`HOST: ${host} is not an address of this machine.`);
    await app.close();
  },
);

it.each([[], ["data"]])(
  "says which folder cannot be created because of a file",
  async (...inside) => {
    const folder = join(import.meta.filename, ...inside);
    const error = await mkdir(folder, { recursive: true }).catch((reason: unknown) => reason);
    expect(explainStartError(error)).toBe(
      `Cannot create the folder ${folder}: a part of this path is a file. Set DATA_DIR to another folder.`,
    );
  },
);

it.each([
  [
    { syscall: "listen", port: 80 },
    "Port 80: permission denied. Set PORT (or METRICS_PORT) to a port above 1023.",
  ],
  [
    { syscall: "mkdir", path: "/srv/data" },
    "/srv/data: not possible. Check that this user can write to DATA_DIR.",
  ],
  [
    { syscall: "mkdir", path: "/srv/data", code: "EROFS" },
    "/srv/data: not possible. Set DATA_DIR to another folder.",
  ],
  [{ syscall: "spawn turbo", path: "turbo" }, "turbo: not possible."],
])("explains a system error: %j", (properties, explanation) => {
  const error = new Error("ECODE: not possible, mkdir '/srv/data'");
  expect(explainStartError(Object.assign(error, { code: "EACCES", ...properties }))).toBe(
    explanation,
  );
});
