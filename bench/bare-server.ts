// The limit for a comparison: a Fastify route that answers fixed bytes, and the page as a static file. Reads both
// from the folder in its argument; prints its address.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fastifyStatic from "@fastify/static";
import Fastify from "fastify";

const folder = process.argv[2] ?? ".";
const app = Fastify();
for (const name of readdirSync(folder).filter((file) => file.endsWith(".json"))) {
  const bytes = readFileSync(join(folder, name));
  app.get(`/${name}`, (_request, reply) => reply.type("application/json; charset=utf-8").send(bytes));
}
await app.register(fastifyStatic, { root: folder, prefix: "/static/" });
process.stdout.write(`ready at ${await app.listen({ port: 0, host: "127.0.0.1" })}\n`);
process.once("SIGTERM", () => void app.close().then(() => process.exit(0)));
