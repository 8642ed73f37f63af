import { SERVER_FOLDERS } from "@studbook/domain/pages";
import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressAssets } from "./vite/compress-assets.ts";
import { developmentDocuments } from "./vite/development-documents.ts";
import { leanVendors } from "./vite/lean-vendors.ts";
import { shortLivedVendors } from "./vite/short-lived-vendors.ts";
import { subsetFonts } from "./vite/subset-fonts.ts";
import { themeScript } from "./vite/theme-script.ts";

const api = process.env.API_URL ?? "http://localhost:3000";

// What visitors' pages share is listed by name, so that nothing only signed-in pages need can slip
// into a visitor's first load, nor what those alone need of a library. Few chunks compress better than many.
const visitor = [
  /lucide-react\/.*\/(arrow-left|arrow-right|calendar|chevron-down|cloud-off|createLucideIcon|image-off|info|log-in|mail|map-pin|menu|rotate-ccw|search|triangle-exclamation-point|x)\.mjs$/,
  /domain\/src\/(age|breeds|cursor|photos|samples|states|format)\.ts$/,
  /ui\/src\/(badge|button|card|logo|notice|photo|skeleton)\.tsx$/,
  /web\/src\/(layout\/(?!lost|page-not|member|form)|features\/ads\/(?!own|ad-card)|theme\/|routes\/\w[^/?]*$|(address|app|error-code|load-part|main|page-state|router|trpc)\.tsx?$)/,
];

// Hooks that only members' pages use, and what those alone need.
const memberHooks =
  "useBlocker|useMutation|mutationCache|mutation|useQueries|useSuspense\\w+|usePrefetch\\w+|mutationObserver|queriesObserver";

const chunks = [
  {
    name: "vendor",
    test: new RegExp(
      `node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack)/(?!.*/(${memberHooks})\\b)`,
    ),
  },
  { name: "visitor", test: new RegExp(visitor.map(({ source }) => source).join("|")) },
  {
    name: "forms",
    test: /lucide-react\/.*\/(eye|eye-off|circle-exclamation-point|image-plus|pencil|plus)\.mjs$/,
  },
  { name: "forms", test: /node_modules\/(zod|react-hook-form|@hookform)\// },
];

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    !isSsrBuild && [subsetFonts(), themeScript(), compressAssets()],
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
    shortLivedVendors(),
    developmentDocuments({
      publishableKey: process.env.STRIPE_PUBLISHABLE_KEY ?? "",
      sandboxPort: process.env.STRIPE_SANDBOX_PORT,
    }),
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
  server: { proxy: Object.fromEntries(SERVER_FOLDERS.map((folder) => [folder, api])) },
}));
