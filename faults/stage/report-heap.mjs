// Loaded with --import before a server: on SIGUSR2 it collects garbage and prints how many bytes are in use.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc");

process.on("SIGUSR2", () => {
  collectGarbage();
  process.stdout.write(`heap ${process.memoryUsage().heapUsed}\n`);
});
