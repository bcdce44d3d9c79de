import { randomBytes } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { Refusal } from "#contract/errors.ts";
import { languages } from "#domain/languages.ts";
import { wireMoney } from "#domain/money.ts";
import { isTaxedIn } from "#domain/pricing/tax-rates.ts";
import { previewFile, PREVIEWS_PATH } from "#domain/cars/previews.ts";
import { type CarRow, findCar } from "#server/cars/queries.ts";
import { type Services, today } from "#server/services.ts";
import { withMutex } from "#server/media/pools/mutex.ts";
import { parseImageName, IMAGES_PATH } from "#server/media/storage/names.ts";
import { letteringIn } from "./lettering.ts";
import { drawEmailPicture, drawPreview } from "./preview.ts";

const fileName = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(?:[0-9a-f]{8}\.)?jpg$/;

/**
 * The pictures of cars for messengers and feeds, drawn when they are first asked for and then kept. Each car
 * has one name in each language at a time.
 */
export function previewRoutes(app: FastifyInstance, services: Services): void {
  const { config, database, imageStore, log } = services;
  const folder = join(config.dataDir, "pictures", "previews");
  const drawInTurn = withMutex();
  const lettering = letteringIn(folder);

  app.get<{ Params: { file: string } }>(
    `${PREVIEWS_PATH}:file`,
    { schema: { hide: true } },
    async (request, reply) => {
      const { file } = request.params;
      const id = fileName.exec(file)?.[1];
      const isForEmails = file === `${id}.jpg`;
      const content = id && (isForEmails ? await emailPicture(id) : await preview(id, file));
      if (!content) throw new Refusal("not_found", "There is no such picture.");
      return reply
        .headers({
          "cache-control": isForEmails ? "public, max-age=86400" : "public, max-age=31536000, immutable",
          "content-security-policy": "default-src 'none'; sandbox",
          // Messengers and mail programs in a browser show it on pages of theirs.
          "cross-origin-resource-policy": "cross-origin",
        })
        .type("image/jpeg")
        .send(content);
    },
  );

  const read = (file: string): Promise<Buffer | undefined> =>
    readFile(join(folder, file)).catch(() => undefined);

  /** Returns a picture that was drawn before, or draws it now, one picture at a time. */
  const kept = async (file: string, draw: () => Promise<Buffer | undefined>): Promise<Buffer | undefined> =>
    (await read(file)) ??
    drawInTurn(async () => {
      const before = await read(file);
      if (before) return before;
      const content = await draw();
      if (content)
        await keep(file, content).catch((error: unknown) =>
          log.warn({ err: error, file }, "a preview could not be kept"),
        );
      return content;
    });

  async function emailPicture(id: string): Promise<Buffer | undefined> {
    const car = await findCar(database, id);
    if (!car) return undefined;
    const source = sourceOf(car);
    return kept(`${id}.${source.name ?? "none"}.jpg`, async () => {
      const master = await masterOf(source);
      return master && drawEmailPicture(master, source.isCutOut);
    });
  }

  /** Nobody can see a preview, not even one that was drawn before, once its car is no longer public. */
  async function preview(id: string, file: string): Promise<Buffer | undefined> {
    const car = await findCar(database, id);
    return car && kept(file, () => make(car, file));
  }

  async function make(car: CarRow, file: string): Promise<Buffer | undefined> {
    const source = sourceOf(car);
    const shownCar = {
      id: car.id,
      name: car.name,
      year: car.year,
      city: car.city,
      monthlyPrice: wireMoney(car.monthlyPrice),
      image: source.image,
      ...(isTaxedIn(config.taxRates, car.city, today(services)) && { plusTax: true as const }),
    };
    const language = languages.find((one) => previewFile(shownCar, one) === file);
    if (!language) return undefined;
    const master = await masterOf(source);
    return master && drawPreview(shownCar, { language, master, isCutOut: source.isCutOut }, lettering);
  }

  /** Which picture of ours shows a car. A photo from elsewhere is not fetched: the drawing of such a car stands in for it. */
  function sourceOf(car: CarRow) {
    const { image, pictures: shown } = imageStore.imagesOf(car);
    const ours = (address: string) =>
      address.startsWith(IMAGES_PATH) ? parseImageName(address.slice(IMAGES_PATH.length))?.name : undefined;
    const own = ours(image);
    const name = own ?? ours(imageStore.imagesOf({ ...car, images: [] }).image);
    return { image, name, isCutOut: own === undefined || shown[0]?.illustration === true };
  }

  const masterOf = async ({ name }: { name: string | undefined }): Promise<Buffer | undefined> =>
    name === undefined ? undefined : (await imageStore.read(name))?.content;

  /** Writes a file under another name first, so that a file with the final name is always complete. */
  async function keep(file: string, content: Buffer): Promise<void> {
    await mkdir(folder, { recursive: true });
    const part = join(folder, `${file}.${randomBytes(6).toString("hex")}.part`);
    await writeFile(part, content);
    await rename(part, join(folder, file));
  }
}
