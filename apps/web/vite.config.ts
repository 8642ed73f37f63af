import { SERVER_FOLDERS } from "@studbook/domain/requests";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { bootScript } from "./vite/boot-script.ts";
import { compressAssets } from "./vite/compress-assets.ts";
import { criticalRules } from "./vite/critical-rules.ts";
import { developmentDocuments } from "./vite/development-documents.ts";
import { CHUNK_GROUPS, firstLoad } from "./vite/first-load.ts";
import { leanVendors } from "./vite/lean-vendors.ts";
import { shortLivedVendors } from "./vite/short-lived-vendors.ts";
import { LICENSES_FILE, styleLicenses } from "./vite/style-licenses.ts";
import { subsetFonts } from "./vite/subset-fonts.ts";

const SERVER_PATHS = [...SERVER_FOLDERS, "/livez", "/readyz", "/.well-known"];
const api = process.env.API_URL ?? "http://localhost:3000";

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    !isSsrBuild && [subsetFonts(), bootScript(), styleLicenses(), compressAssets()],
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      codeSplittingOptions: {
        defaultBehavior: [["component", "pendingComponent"], ["notFoundComponent"]],
      },
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    leanVendors(),
    firstLoad(),
    shortLivedVendors(),
    developmentDocuments({
      publishableKey: process.env.STRIPE_PUBLISHABLE_KEY ?? "",
      sandboxPort: process.env.STRIPE_SANDBOX_PORT,
    }),
    tailwindcss(),
  ],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  ssr: { noExternal: true },
  // The server build has only the critical styles.
  ...(isSsrBuild && {
    css: { transformer: "lightningcss" as const, lightningcss: { visitor: criticalRules } },
  }),
  build: {
    assetsInlineLimit: 0,
    cssMinify: true,
    target: isSsrBuild ? "node22" : "baseline-widely-available",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    manifest: !isSsrBuild,
    license: isSsrBuild ? false : { fileName: LICENSES_FILE },
    modulePreload: false,
    // One file for all pages. Otherwise chunks would list it again.
    cssCodeSplit: false,
    rolldownOptions: isSsrBuild
      ? { input: "src/entry-server.tsx", output: { codeSplitting: false } }
      : { input: "src/main.tsx", output: { codeSplitting: { groups: CHUNK_GROUPS } } },
  },
  server: { proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, api])) },
}));
