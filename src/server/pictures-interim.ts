import { existsSync, readFileSync } from "node:fs";
import type { FastifyInstance } from "fastify";
import sharp from "sharp";
import { drawingsFor } from "#domain/drawings.ts";
export type PictureStore = { picturesOf(car: any): { image: string; images: string[]; pictures: any[] }; warm(): void; close(): Promise<void> };
const m: Record<string, any> = existsSync("fleet/pictures.json") ? JSON.parse(readFileSync("fleet/pictures.json", "utf8")) : {};
export async function openPictures(_dir: string): Promise<PictureStore> {
  return { picturesOf(car) {
    const pictures = drawingsFor(car).map(({ view, name }: any) => { const e = m[name] ?? { hash: "00000000", width: 1500, height: 1000 };
      return { url: `/api/images/cars/${name}.${e.hash}.webp`, variants: `/api/images/cars/${name}.${e.hash}`, width: 1500, height: 1000, widths: [320, 480, 780, 1000, 1500], view, illustration: true, ...(view === "hero" && e.placeholder && { placeholder: e.placeholder }) }; });
    const images = pictures.map((p: any) => p.url); return { image: images[0] ?? "", images, pictures }; }, warm() {}, async close() {} };
}
export function registerPictureRoutes(app: FastifyInstance, _p: PictureStore) {
  app.get<{ Params: { name: string } }>("/api/images/cars/:name", { schema: { hide: true } }, async (req, reply) => {
    const x = /^([a-z0-9-]+?)(?:\.[0-9a-f]{8})?(?:-(\d+))?\.(webp|avif|jpg)$/.exec(req.params.name);
    if (!x || !existsSync(`fleet/pictures/${x[1]}.webp`)) return reply.code(404).send({});
    const out = await sharp(`fleet/pictures/${x[1]}.webp`).resize(Number(x[2] ?? 1500)).webp().toBuffer();
    return reply.type("image/webp").header("cache-control", "public, max-age=600").send(out);
  });
}
