import tailwindcss from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { subsetFonts } from "./vite/subset-fonts.ts";

const api = "http://localhost:3000";

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    !isSsrBuild && subsetFonts(),
    tanstackRouter({
      target: "react",
      autoCodeSplitting: true,
      codeSplittingOptions: { defaultBehavior: [["component", "notFoundComponent"]] },
      quoteStyle: "double",
      semicolons: true,
    }),
    react(),
    tailwindcss(),
  ],
  define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : {},
  ssr: { noExternal: true },
  build: {
    assetsInlineLimit: 0,
    target: isSsrBuild ? "node22" : "baseline-widely-available",
    outDir: isSsrBuild ? "dist/server" : "dist/client",
    manifest: !isSsrBuild,
    rolldownOptions: { input: isSsrBuild ? "src/entry-server.tsx" : "src/main.tsx" },
  },
  server: { proxy: { "/trpc": api, "/api": api, "/photos": api } },
}));
