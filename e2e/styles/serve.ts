import { fileURLToPath } from "node:url";
import { createServer, type Plugin } from "vite";

/** Replaces every photo: the screenshots compare their cropping and position, not their content. */
const PHOTO = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 8 6">
  <path fill="#8fa3ad" d="M0 0h8v6H0z"/>
  <path fill="#c98f5a" d="M4 .5 7.5 3 4 5.5.5 3z"/>
</svg>`;

const replacePhotos: Plugin = {
  name: "replace-photos",
  configureServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      if (!request.url?.endsWith(".webp")) return next();
      response.setHeader("content-type", "image/svg+xml").end(PHOTO);
    });
  },
};

const WEB = fileURLToPath(new URL("../../apps/web", import.meta.url));

// Some of Vite's plugins look for their files relative to the working directory.
process.chdir(WEB);
const server = await createServer({
  root: WEB,
  cacheDir: fileURLToPath(new URL("../node_modules/.cache/vite", import.meta.url)),
  logLevel: "warn",
  plugins: [replacePhotos],
  // The page must not change while screenshots are taken.
  server: { port: Number(process.env.STYLES_PORT), strictPort: true, hmr: false, watch: null },
});
await server.listen();
// The process that started this one may end without stopping it.
process.once("disconnect", () => process.exit());
process.send?.("ready");
