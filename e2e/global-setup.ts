import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { getFreePort } from "@studbook/local-postgres/free-port";
import { build } from "@studbook/scripts/build";
import { startProduct } from "./product/start-product.ts";

const SERVE_STYLES = fileURLToPath(new URL("styles/serve.ts", import.meta.url));

/** Starts all that the tests visit. The workers inherit the addresses through the environment. */
export default async function setUp(): Promise<() => Promise<void>> {
  const styles = startStyles();
  const stopStyles = async () => (await styles.catch(() => undefined))?.stop();
  try {
    await build();
    const product = await startProduct();
    Object.assign(process.env, product.env, { STYLES_URL: (await styles).url });
    return async () => {
      await stopStyles();
      await product.stop();
    };
  } catch (error) {
    await stopStyles();
    throw error;
  }
}

/** Serves the page /styles, which only the development server has. */
async function startStyles() {
  const port = await getFreePort();
  const env = { ...process.env, STYLES_PORT: String(port) };
  const vite = fork(SERVE_STYLES, { env });
  const ended = once(vite, "exit");
  const stop = async () => {
    vite.kill();
    await ended;
  };
  const [outcome] = await Promise.race([once(vite, "message"), ended]);
  if (outcome !== "ready") throw new Error(`The server of /styles ended with ${outcome}.`);
  return { url: `http://localhost:${port}`, stop };
}
