import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { PRODUCTION_NODE_ARGS } from "./server.ts";

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), "utf8");

it("measures servers with the arguments of the image and the manual", async () => {
  const command = ["node", ...PRODUCTION_NODE_ARGS, "apps/api/src/main.ts"];
  expect(await read("Dockerfile")).toContain(
    `CMD ${JSON.stringify(command).replaceAll(",", ", ")}`,
  );
  expect(await read("docs/operations.md")).toContain(`/node_modules/.bin/${command.join(" ")}\n`);
});
