import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { leanVendors } from "./vite/lean-vendors.ts";
import { subsetFonts } from "./vite/subset-fonts.ts";

const api = "http://localhost:3000";

// What visitors' pages share is listed by name, so that nothing only signed-in pages need can slip
// into a visitor's first load. Few chunks compress better than many.
const visitor = [
  /domain\/src\/(age|breeds|cursor|photos|samples|states|words)\.ts$/,
  /ui\/src\/(badge|button|card|logo|photo)\.tsx$/,
  /web\/src\/(layout\/(?!lost|page-not)|features\/ads\/|routes\/\w[^/?]*$|(address|app|error-code|main|page-state|router|trpc)\.tsx?$)/,
];

const chunks = [
  {
    name: "vendor",
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//,
  },
  { name: "visitor", test: new RegExp(visitor.map(({ source }) => source).join("|")) },
  { name: "icons", test: /lucide-react\//, minShareCount: 2 },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    !isSsrBuild && subsetFonts(),
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [["component"], ["notFoundComponent"]] },
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    leanVendors(),
    tailwindcss(),
  ],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  ssr: { noExternal: true },
  build: {
    assetsInlineLimit: 0,
    target: isSsrBuild ? "node22" : "baseline-widely-available",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    manifest: !isSsrBuild,
    modulePreload: false,
    rolldownOptions: isSsrBuild
      ? { input: "src/entry-server.tsx", output: { codeSplitting: false } }
      : { input: "src/main.tsx", output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: { "/trpc": api, "/api": api, "/photos": api } },
}));
