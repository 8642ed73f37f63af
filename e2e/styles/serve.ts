import { fileURLToPath } from "node:url";
import { createServer } from "vite";

const WEB = fileURLToPath(new URL("../../apps/web", import.meta.url));

// Some of Vite's plugins look for their files relative to the working directory.
process.chdir(WEB);
const server = await createServer({
  root: WEB,
  cacheDir: fileURLToPath(new URL("../node_modules/.cache/vite", import.meta.url)),
  logLevel: "warn",
  // The page must not change while its pictures are taken.
  server: { port: Number(process.env.STYLES_PORT), strictPort: true, hmr: false, watch: null },
});
await server.listen();
// The process that started this one may end without stopping it.
process.once("disconnect", () => process.exit());
process.send?.("ready");
