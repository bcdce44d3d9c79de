import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";

/** An answer that is the same for everybody until its data changes: the catalogue, or the cars' free days. */
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  brotli?: Buffer;
  isCompressing?: boolean;
};

export type ResponseCache = {
  get: (key: string) => CachedResponse | undefined;
  /** Keeps an answer that was begun at `version`, unless the data has changed since. */
  put: (key: string, version: number | undefined, answer: CachedResponse) => void;
};

export const leastCompressed = 1024;
/** For answers that are sent many times. */
export const strongCompression = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

export const compress = promisify(brotliCompress);

export const acceptsBrotli = ({ headers: { "accept-encoding": accepted } }: FastifyRequest): boolean =>
  accepted !== undefined && /\bbr\b/.test(accepted);

const megabyte = 1024 * 1024;
/**
 * The most that a process keeps: 64 MB in all, so that an hour of ever different questions leaves it as small as its first
 * minutes. An answer that had no room is made again.
 */
export const keptBytes = { undated: 20 * megabyte, dated: 12 * megabyte, pages: 32 * megabyte };

/** What an entry takes besides its bytes: headers, keys, and the objects around its buffers. */
const bytesBeside = 1500;

/**
 * The same bytes in memory of their own. A small buffer, and what the compressor returns, is a part of one of 8 or 16
 * kB, which would stay as long as the part.
 */
function alone(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** What answers are kept for: they go with every change, and none is kept while the version is unknown. */
export type CacheVersion = { version: () => number | undefined; onChange: (changed: () => void) => void };

/**
 * Answers kept in memory, the least used dropped beyond `maxBytes`, all dropped when the facts change.
 */
export function cacheResponses(facts: CacheVersion, maxBytes: number, compressor = compress): ResponseCache {
  const kept = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: (answer, key) =>
      answer.body.length + (answer.brotli?.length ?? 0) + key.length + bytesBeside,
  });
  facts.onChange(() => kept.clear());

  /**
   * Compresses an answer at its first repetition, for all later ones: an answer without repetition is not worth
   * it.
   */
  const compressOnce = (key: string, answer: CachedResponse) => {
    if (answer.isCompressing || answer.body.length < leastCompressed) return;
    answer.isCompressing = true;
    void compressor(answer.body, strongCompression).then(
      (brotli) => {
        if (kept.peek(key) === answer) kept.set(key, { ...answer, brotli: alone(brotli) });
      },
      // Without memory for it, the answer goes out as it is.
      () => undefined,
    );
  };

  return {
    get(key) {
      const answer = facts.version() === undefined ? undefined : kept.get(key);
      if (answer && !answer.brotli) compressOnce(key, answer);
      return answer;
    },
    put(key, version, answer) {
      if (version === undefined || version !== facts.version()) return;
      const { body, brotli } = answer;
      kept.set(key, { ...answer, body: alone(body), ...(brotli && { brotli: alone(brotli) }) });
    },
  };
}

export function cachedResponse(
  status: number,
  headers: Record<string, string>,
  body: Buffer,
): CachedResponse {
  const etag = `W/"${createHash("sha1").update(body).digest("base64url")}"`;
  return { status, headers: { ...headers, etag }, body, etag };
}

/** Sends a kept answer: 304 to a caller who has it already, brotli to one who can read it. */
export function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): FastifyReply {
  reply.headers(answer.headers);
  if (request.headers["if-none-match"] === answer.etag) return reply.code(304).send();
  reply.code(answer.status);
  if (answer.brotli && acceptsBrotli(request))
    return reply.header("content-encoding", "br").send(answer.brotli);
  return reply.send(answer.body);
}
