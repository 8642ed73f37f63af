import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const WEB = fileURLToPath(new URL("../../apps/web", import.meta.url));

// Some of Vite's plugins look for their files from where the process is.
process.chdir(WEB);
const server = await createServer({
  root: WEB,
  cacheDir: fileURLToPath(new URL("../node_modules/.cache/vite", import.meta.url)),
  logLevel: "warn",
  // What the pictures show may not change under them.
  server: { port: Number(process.env.STYLES_PORT), strictPort: true, hmr: false, watch: null },
});
await server.listen();
