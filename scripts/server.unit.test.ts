import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { PRODUCTION_NODE_ARGS } from "./server.ts";

it("measures servers with the arguments that the image has", async () => {
  const dockerfile = await readFile(new URL("../Dockerfile", import.meta.url), "utf8");
  const command = JSON.stringify(["node", ...PRODUCTION_NODE_ARGS, "apps/api/src/main.ts"]);
  expect(dockerfile).toContain(`CMD ${command.replaceAll(",", ", ")}`);
});
