import type { Plugin } from "vite";
import { rolldown } from "rolldown";

const query = "?script";

/**
 * `import text from "./early.ts?script"` gives the text of that module with everything that it imports: one small
 * script without imports, which can be put into a page.
 */
export function inlineScripts(): Plugin {
  return {
    name: "longbay-inline-scripts",
    enforce: "pre",
    load: {
      filter: { id: /\?script$/ },
      async handler(id) {
        const bundle = await rolldown({
          input: id.slice(0, -query.length),
          platform: "browser",
          logLevel: "silent",
        });
        const { output } = await bundle.generate({ format: "iife", minify: true });
        await bundle.close();
        const [script] = output;
        for (const file of script.moduleIds) this.addWatchFile(file);
        const code = script.code.trim().replace(/;$/, "");
        if (code.includes("</")) this.error("A script that stands in a page can hold no closing tag.");
        return `export default ${JSON.stringify(code)};`;
      },
    },
  };
}
