import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { parsePictureName, PICTURES_PATH, type PictureName } from "./storage/names.ts";
import type { PictureStore } from "./storage/store.ts";

const TYPES = { avif: "image/avif", webp: "image/webp", jpg: "image/jpeg" } as const;
const FOR_EVER = "public, max-age=31536000, immutable";
/** A link without a hash may show another picture tomorrow. */
const SHORT = "public, max-age=300";

/** GET and HEAD of masters and variants; everybody may see them. */
export function registerPictureRoutes(app: FastifyInstance, pictures: PictureStore): void {
  /** While the storage is away, a variant that was made of exactly what is asked for is as good as ever. */
  const hashOf = (picture: PictureName): Promise<string | undefined> =>
    pictures.hashOf(picture.name).catch(async (error: unknown) => {
      if (picture.hash && picture.variant && (await pictures.isMade(picture))) return picture.hash;
      throw error;
    });

  app.get<{ Params: { name: string } }>(`${PICTURES_PATH}:name`, { schema: { hide: true } }, async (request, reply) => {
    const picture = parsePictureName(request.params.name);
    const hash = picture && (await hashOf(picture));
    if (!picture || !hash || (picture.hash ?? hash) !== hash) return notFound(reply);
    const etag = etagOf(hash, picture);
    const kept = { etag, "cache-control": picture.hash ? FOR_EVER : SHORT };
    if (isKnown(request, etag)) return reply.code(304).headers(kept).send();
    const content = picture.variant ? await pictures.variant(picture.name, hash, picture.variant) : (await pictures.read(picture.name))?.content;
    if (!content) return notFound(reply);
    return guarded(reply)
      .headers(kept)
      .type(TYPES[picture.variant?.format ?? "webp"])
      .send(content);
  });
  // Names with a slash in them, however it was written.
  app.get(`${PICTURES_PATH}*`, { schema: { hide: true } }, (_, reply) => notFound(reply));
}

/** Whatever the bytes are, no browser may take them for a page. */
const guarded = (reply: FastifyReply): FastifyReply =>
  reply.header("x-content-type-options", "nosniff").header("content-security-policy", "default-src 'none'; sandbox");

function notFound(reply: FastifyReply): FastifyReply {
  const message = "There is no such picture.";
  return guarded(reply).code(404).send({ code: "not_found", message, error: message });
}

/** Weak, because another version of the encoder may write other bytes for the same picture. */
function etagOf(hash: string, { variant }: PictureName): string {
  return variant ? `W/"${hash}-${variant.width}-${variant.format}"` : `"${hash}"`;
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag));
}
