import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isHostImage } from "#domain/cars/image-addresses.ts";
import { contentOf, imageTypeOf } from "#server/media/storage/file-content.ts";
import { imageUrl, parseImageName, IMAGES_PATH, type ImageName } from "#server/media/storage/names.ts";
import type { ImageStore } from "#server/media/storage/store.ts";

const FOR_EVER = "public, max-age=31536000, immutable";
/** A link without a hash may show another picture tomorrow. */
const SHORT = "public, max-age=300";

/**
 * GET and HEAD of masters and variants. Everybody may see them, except pictures of hosts' cars: for these,
 * `isShown` says whether a public car shows the master at an address.
 */
export function registerImageRoutes(
  app: FastifyInstance,
  imageStore: ImageStore,
  isShown: (address: string) => Promise<boolean>,
): void {
  /** While the storage is away, a variant that was made before of the same master is still good. */
  const hashOf = (image: ImageName): Promise<string | undefined> =>
    imageStore.hashOf(image.name).catch(async (error: unknown) => {
      if (image.hash && image.variant && (await imageStore.isMade(image))) return image.hash;
      throw error;
    });

  app.get<{ Params: { name: string } }>(
    `${IMAGES_PATH}:name`,
    { schema: { hide: true } },
    async (request, reply) => {
      const image = parseImageName(request.params.name);
      const hash = image && (await hashOf(image));
      if (!image || !hash || (image.hash ?? hash) !== hash) return notFound(reply);
      if (isHostImage(image.name) && !(await isShown(imageUrl({ name: image.name, hash }))))
        return notFound(reply.header("cache-control", "no-store"));
      const etag = etagOf(hash, image);
      const kept = { etag, "cache-control": image.hash ? FOR_EVER : SHORT };
      if (isKnown(request, etag)) return reply.code(304).headers(kept).send();
      const content = await contentOf(imageStore, image, hash);
      if (!content) return notFound(reply);
      return guarded(reply).headers(kept).type(imageTypeOf(image)).send(content);
    },
  );
  // Names with a slash in them, however it was written.
  app.get(`${IMAGES_PATH}*`, { schema: { hide: true } }, (_, reply) => notFound(reply));
}

/** Whatever the bytes are, no browser may take them for a page. */
const guarded = (reply: FastifyReply): FastifyReply =>
  reply
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox");

function notFound(reply: FastifyReply): FastifyReply {
  const message = "There is no such picture.";
  return guarded(reply).code(404).send({ code: "not_found", message, error: message });
}

/** Weak, because another version of the encoder may write other bytes for the same picture. */
function etagOf(hash: string, { variant }: ImageName): string {
  return variant ? `W/"${hash}-${variant.width}-${variant.format}"` : `"${hash}"`;
}

function isKnown(request: FastifyRequest, etag: string): boolean {
  const known = request.headers["if-none-match"];
  if (known === undefined) return false;
  const opaque = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((tag) => opaque(tag) === opaque(etag));
}
