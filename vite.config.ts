import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { inlineScripts } from "./tools/inline-scripts/plugin.ts";
import { paraglide } from "./paraglide.config.ts";

/**
 * What six modules or more share stands in one script: many small ones compress badly. What only signed-in
 * people and administrators need (a folder or a message of theirs, the cache of what they read) stays out of
 * everybody's.
 */
const isForEverybody =
  /^(?!.*(?:\/@tanstack\/|\/(?:session|auth|accounts|admin|dashboard|imports|papers|storage|status|wizard)\/|\/(?:session|auth|account|credentials|papers|password|own|admin|wizard)[_-])).*\.(?:m?js|tsx?)$/;

/** The request's words, which the booking steps say too: together, for the same reason. */
const isOfRequest = /\/paraglide\/messages\/request_\w+\.js$/;

export default defineConfig({
  plugins: [inlineScripts(), paraglideVitePlugin(paraglide), tailwindcss(), reactRouter()],
  build: {
    target: "es2022",
    cssTarget: ["chrome123", "safari17.5", "firefox120"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "common", test: isForEverybody, minShareCount: 6 },
                { name: "request-words", test: isOfRequest, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    ssr: { build: { rolldownOptions: { input: "./src/web/entry.fastify.ts" } } },
  },
});
