import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";

/**
 * Replaces each import of an endpoint in the browser's scripts by the endpoint's method and path: no schema and no
 * other endpoint gets into a page. The build fails if a browser's module imports another value of the contract.
 */
export function endpoints(root: string): Plugin {
  return {
    name: "longbay-endpoints",
    enforce: "post",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/src\/web\//, code: '"#contract/' },
      async handler(code) {
        const written: { start: number; end: number; text: string }[] = [];
        for (const node of this.parse(code).body) {
          if (node.type !== "ImportDeclaration" || !node.source.value.startsWith("#contract/")) continue;
          const path = join(root, node.source.value.replace("#", "src/"));
          const exports: object = await import(pathToFileURL(path).href);
          const found = new Map<string, unknown>(Object.entries(exports));
          const constants = node.specifiers.map(({ local, ...specifier }) => {
            const name = "imported" in specifier && "name" in specifier.imported && specifier.imported.name;
            const value = name ? found.get(name) : undefined;
            if (!isEndpoint(value))
              return this.error(`A browser has endpoints of ${node.source.value} alone.`);
            return `const ${local.name} = ${JSON.stringify({ method: value.method, path: value.path })};`;
          });
          written.push({ start: node.start, end: node.end, text: constants.join(" ") });
        }
        return {
          code: written
            .toReversed()
            .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code),
          map: null,
        };
      },
    },
  };
}

const isEndpoint = (value: unknown): value is { method: string; path: string } =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "response" in value;
