import { paraglideVitePlugin } from "@inlang/paraglide-js";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { endpoints } from "./tools/endpoints/plugin.ts";
import { inlineScripts } from "./tools/inline-scripts/plugin.ts";
import { listModules } from "./tools/modules/plugin.ts";
import { paraglide } from "./paraglide.config.ts";

/**
 * What seven modules or more share stands in one script: many small ones compress badly. What only signed-in
 * people and administrators need (a folder or a message of theirs, the cache of what they read) stays out of
 * everybody's, and so do actions with a text, reviews, whose script comes when they are drawn, how a price is paid and taxed by the month, how
 * an order lives, and the fields of cars and of money.
 */
const isOfSome =
  /\/@tanstack\/|\/(?:make-stale|saved-tables|folded-text)\.|\/brand-names\.|\/cars\/fields\.|\/fields\/money\.|\/car-name\.|\/shown-price\.|\/orders\/lifecycle\.|\/private-picture\.|\/send-files\.|\/people\/permissions\.|\/ui\/(?:charts\/|list\/|progress\.|tabs\.)|\/pricing\/(?:instalments|taxes|taxed-price)\.|\/(?:session|auth|accounts|admin|charges|trips|conversations|dashboard|dialog|files|host|imports|papers|reviews|storage|status|wizard)\/|\/(?:session|auth|account|charges|condition|conversations|credentials|host|papers|password|payouts|own|admin|reviews|wizard)[_-]/;
const isForEverybody = (id: string): boolean => /\.(?:m?js|tsx?)$/.test(id) && !isOfSome.test(id);

/**
 * Words that few modules share would each be a script of a hundred bytes, with a request of its own: those of
 * every page stand together, and so do the request's, which the booking steps say too. What came of a request
 * is told by a script of its own.
 */
const layoutWords = /\/paraglide\/messages\/(?:layout|common)_\w+\.js$/;
const requestWords =
  /\/paraglide\/messages\/(?:request_(?!placed|taken|nothing|next|similar|choose_dates|due_now|failed_t|missing_(?:email|name|place|text|title)|submit|title)|price_|car_pick_)\w+\.js$/;

/** Titles and labels that several pages of the back office, or of a host, say: menus say the titles, and each page its own. */
const pageLabels =
  /\/paraglide\/messages\/(?:(?:admin_\w+|payouts_desk|statements|earnings|calendar|payouts)_title|host_nav_\w+|admin_(?:cancel|more|shown|redirecting|users_(?:email|state|orders|actions|suspended))|host_request_\w+)\.js$/;

/** Whoever starts the product for the first time is not asked how long each plugin took. */
const quiet = { bundlerTimings: false };

export default defineConfig({
  plugins: [
    inlineScripts(),
    endpoints(import.meta.dirname),
    paraglideVitePlugin(paraglide),
    tailwindcss(),
    reactRouter(),
    listModules("build/modules.json"),
  ],
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
          checks: quiet,
          output: {
            codeSplitting: {
              groups: [
                { name: "common", test: isForEverybody, minShareCount: 7 },
                { name: "layout-words", test: layoutWords, minShareCount: 2 },
                { name: "request-words", test: requestWords, minShareCount: 2 },
                { name: "page-labels", test: pageLabels, minShareCount: 2 },
              ],
            },
          },
        },
      },
    },
    // The server has all of it at once: what comes later to a browser needn't be apart here.
    ssr: {
      build: {
        rolldownOptions: {
          input: "./src/web/entry.fastify.ts",
          checks: { ...quiet, ineffectiveDynamicImport: false },
        },
      },
    },
  },
});
