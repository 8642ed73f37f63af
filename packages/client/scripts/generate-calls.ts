import { writeFile } from "node:fs/promises";
import { renderCalls } from "./render-calls.ts";

await writeFile(new URL("../src/calls.gen.ts", import.meta.url), renderCalls());
