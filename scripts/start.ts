import { buildWeb } from "./build.ts";
import { printProgress } from "./print-progress.ts";
import { type Demo, runDemo } from "./run-demo.ts";
import { startServer } from "./server.ts";

/** Runs the demo on this machine as in production: the built web app and the server. Returns the exit code. */
async function serveBuild({ config, cleanup, signal, ...demo }: Demo): Promise<number> {
  const sandbox = await demo.startSandbox(config.port);
  const [settings] = await Promise.all([
    printProgress("Preparing the database", demo.prepareDatabase()),
    printProgress("Building the web app", buildWeb(signal)),
  ]);
  signal.throwIfAborted();
  const server = startServer({
    ...settings,
    ...sandbox,
    NODE_ENV: "production",
    STUDBOOK_MODE: "demo",
    LOG_LEVEL: process.env.LOG_LEVEL || "warn",
    DATA_DIR: config.dataDir,
  });
  cleanup.add(server.stop);
  const isReady = server.ready.then(() => true);
  const hasEnded = server.ended.then(() => false);
  const wasReady = await printProgress("Starting the server", Promise.race([isReady, hasEnded]));
  const code = await server.ended;
  const { signalCode } = server.child;
  const how = signalCode ? `killed by ${signalCode}` : `exit code ${code}`;
  // A server that cannot start prints the reason.
  if ((wasReady || signalCode) && code !== 0 && !signal.aborted)
    process.stderr.write(
      `The server stopped unexpectedly (${how}). Run npx -y pnpm start again.\n`,
    );
  return code;
}

await runDemo("start", serveBuild);
