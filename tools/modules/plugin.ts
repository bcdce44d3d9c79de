import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, relative } from "node:path";
import type { Plugin } from "vite";

/** Lists the modules of each of the browser's scripts, with their length in it before minifying. */
export const listModules = (file: string): Plugin => ({
  name: "longbay:list-modules",
  applyToEnvironment: ({ name }) => name === "client",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((chunk) =>
      chunk.type === "chunk"
        ? [
            [
              chunk.fileName,
              Object.fromEntries(
                Object.entries(chunk.modules).map(([id, { renderedLength }]) => [
                  relative(process.cwd(), id),
                  renderedLength,
                ]),
              ),
            ],
          ]
        : [],
    );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(Object.fromEntries(chunks)));
  },
});
