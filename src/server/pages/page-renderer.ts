import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type { RenderEntry } from "#web/site-settings.ts";
import type { PageRenderer } from "./pages.ts";

const clientFolder = resolve("build/client");
const serverBundle = pathToFileURL(resolve("build/server/index.js")).href;

/** Pages from the build: hashed files for a year, compressed beforehand. */
export function builtPages(): PageRenderer {
  let bundle: Promise<RenderEntry> | undefined;
  return {
    isDeveloping: false,
    load: () => (bundle ??= import(serverBundle) as Promise<RenderEntry>),
    async attach(app: FastifyInstance) {
      const { default: fastifyStatic } = await import("@fastify/static");
      await app.register(fastifyStatic, {
        root: clientFolder,
        wildcard: false,
        index: false,
        preCompressed: true,
        cacheControl: false,
        setHeaders(reply, path) {
          const isHashed = path.startsWith(resolve(clientFolder, "assets")) || path.endsWith(".woff2");
          reply.header(
            "cache-control",
            isHashed ? "public, max-age=31536000, immutable" : "public, max-age=0, must-revalidate",
          );
        },
      });
    },
  };
}

/** Pages from Vite's graph, with hot reload. */
export function developedPages(): PageRenderer {
  let load: (() => Promise<RenderEntry>) | undefined;
  return {
    isDeveloping: true,
    load: () => (load ? load() : Promise.reject(new Error("Vite has not started"))),
    async attach(app: FastifyInstance) {
      const [{ createServer }, { default: middie }] = await Promise.all([
        import("vite"),
        import("@fastify/middie"),
      ]);
      const vite = await createServer({
        appType: "custom",
        server: { middlewareMode: true, hmr: { server: app.server } },
      });
      await app.register(middie, { hook: "onRequest" });
      app.use(vite.middlewares);
      app.addHook("onClose", () => vite.close());
      load = () => vite.ssrLoadModule("/src/web/entry.fastify.ts") as Promise<RenderEntry>;
    },
  };
}
