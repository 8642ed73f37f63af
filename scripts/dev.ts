import { spawn } from "node:child_process";
import { once } from "node:events";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { type Demo, runDemo } from "./run-demo.ts";
import { startServer } from "./server.ts";
import { stopWithParent } from "./stop-with-parent.ts";

/**
 * Runs the demo for its developers: Vite serves the web app and proxies calls to the API, which restarts when one of its
 * files changes. Returns the exit code.
 */
async function serveSources({ config, cleanup, signal, ...demo }: Demo): Promise<number> {
  const apiPort = await getFreePort();
  const sandbox = await demo.startSandbox(apiPort);
  const settings = await demo.prepareDatabase();
  signal.throwIfAborted();
  const api = startServer(
    {
      ...settings,
      ...sandbox,
      NODE_ENV: "development",
      STUDBOOK_MODE: "demo",
      LOG_LEVEL: process.env.LOG_LEVEL || "info",
      PORT: String(apiPort),
      PUBLIC_URL: `http://localhost:${config.port}`,
      DATA_DIR: config.dataDir,
    },
    ["--watch"],
  );
  cleanup.add(api.stop);
  const vite = spawn("node_modules/.bin/vite", ["--port", String(config.port), "--strictPort"], {
    cwd: "apps/web",
    env: { ...process.env, ...sandbox, API_URL: `http://127.0.0.1:${apiPort}` },
    stdio: "inherit",
  });
  cleanup.add(async () => void vite.kill());
  stopWithParent([api.child.pid, vite.pid].filter((pid) => pid !== undefined));
  const viteEnded = once(vite, "exit").then(([code]) => Number(code ?? 1));
  return await Promise.race([api.ended, viteEnded]);
}

await runDemo("dev", serveSources);
