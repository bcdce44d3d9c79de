import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { paraglide } from "./paraglide.config.ts";

export default defineConfig({
  plugins: [paraglideVitePlugin(paraglide), tailwindcss(), reactRouter()],
  build: { target: "es2022", cssTarget: ["chrome123", "safari17.5", "firefox120"], assetsInlineLimit: 0, modulePreload: { polyfill: false }, manifest: true },
  environments: { ssr: { build: { rolldownOptions: { input: "./src/web/entry.fastify.ts" } } } },
});
