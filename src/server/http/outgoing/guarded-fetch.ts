import { request as plainRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { OutgoingErrorCode } from "#domain/outgoing-errors.ts";
import { isPublicAddress, publicLookup } from "./public-addresses.ts";

export class OutgoingError extends Error {
  readonly code: OutgoingErrorCode;
  readonly status: number | undefined;
  constructor(code: OutgoingErrorCode, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(code, { cause });
    this.code = code;
    this.status = status;
  }
}

export type GuardedRequest = {
  headers?: Record<string, string>;
  /** The most bytes, both as sent and unpacked. */
  mostBytes: number;
  /** Milliseconds for all of it, redirects included. */
  longest: number;
  mostRedirects: number;
  /** For trying out on a developer's own machine: allows plain http, any port and private addresses. */
  allowsPrivate?: boolean;
};

export type GuardedAnswer = {
  status: number;
  headers: IncomingMessage["headers"];
  body: Buffer;
};

/**
 * Reads an address that somebody else chose: https on port 443 at a public Internet address, checked at each
 * connection, redirects included. Returns answers with 200 and 304; throws an OutgoingError for any other. The text
 * gateway, the bucket, PayPal and a hosted sign-in service are called without it: the operator chose their addresses,
 * which may be private or on any port, and no visitor can change them.
 */
export async function guardedFetch(address: string, request: GuardedRequest): Promise<GuardedAnswer> {
  const signal = AbortSignal.timeout(request.longest);
  let url = checkAddress(address, request);
  for (let redirects = 0; ; redirects++) {
    const { response, body } = await read(url, request, signal);
    const status = response.statusCode ?? 0;
    if (status === 200 || status === 304) return { status, headers: response.headers, body };
    const { location } = response.headers;
    if (![301, 302, 303, 307, 308].includes(status) || !location)
      throw new OutgoingError("http_status", { status });
    if (redirects >= request.mostRedirects) throw new OutgoingError("too_many_redirects");
    url = checkAddress(location, request, url);
  }
}

/** The address as a URL that may be fetched. Throws an OutgoingError for any other. */
export function checkAddress(
  address: string,
  { allowsPrivate = false }: Pick<GuardedRequest, "allowsPrivate">,
  base?: URL,
): URL {
  const url = URL.parse(address, base);
  if (!url || url.hostname === "") throw new OutgoingError("bad_address");
  if (url.username || url.password) throw new OutgoingError("bad_address");
  if (allowsPrivate && url.protocol === "http:") return url;
  if (url.protocol !== "https:") throw new OutgoingError("not_https");
  if (allowsPrivate) return url;
  if (url.port !== "") throw new OutgoingError("bad_address");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A numeric address is used without a lookup, so it is checked here.
  if (isIP(host) && !isPublicAddress(host)) throw new OutgoingError("private_address");
  return url;
}

async function read(
  url: URL,
  { headers, mostBytes, allowsPrivate = false }: GuardedRequest,
  signal: AbortSignal,
): Promise<{ response: IncomingMessage; body: Buffer }> {
  const options: RequestOptions = {
    headers: { "accept-encoding": "gzip, deflate, br", ...headers },
    // A connection of its own: a connection that another call opened is never used again.
    agent: false,
    signal,
    ...(!allowsPrivate && { lookup: publicLookup }),
  };
  try {
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      send(url, options, resolve).on("error", reject).end();
    });
    // The heads of a redirect or an error say all that is needed.
    if (response.statusCode !== 200) {
      response.destroy();
      return { response, body: Buffer.alloc(0) };
    }
    return { response, body: await bodyOf(response, mostBytes) };
  } catch (error) {
    throw outgoingError(error, signal);
  }
}

const unpackers: Record<string, () => NodeJS.ReadWriteStream> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

async function bodyOf(response: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const chunks: Buffer[] = [];
  const keep = async (source: AsyncIterable<Buffer>): Promise<void> => {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > mostBytes) throw new OutgoingError("too_large");
      chunks.push(chunk);
    }
  };
  if (encoding === "identity" || encoding === "") await pipeline(response, keep);
  else {
    const unpack = unpackers[encoding];
    if (!unpack) throw new OutgoingError("broken");
    await pipeline(response, atMost(mostBytes), unpack(), keep);
  }
  return Buffer.concat(chunks);
}

/** Passes on this many bytes, and fails at the next one. */
const atMost = (most: number) =>
  async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > most) throw new OutgoingError("too_large");
      yield chunk;
    }
  };

const certificateErrors = /CERT|SSL|TLS|UNABLE_TO_VERIFY|SELF_SIGNED|ALTNAME/;

function outgoingError(error: unknown, signal: AbortSignal): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (signal.aborted) return new OutgoingError("too_slow", { cause: error });
  const code = codeOf(error);
  if (code === "PRIVATE_ADDRESS") return new OutgoingError("private_address", { cause: error });
  if (certificateErrors.test(code)) return new OutgoingError("certificate", { cause: error });
  if (code.startsWith("Z_") || code.startsWith("ERR_") || code.startsWith("HPE_") || code === "ECONNRESET")
    return new OutgoingError("broken", { cause: error });
  return new OutgoingError("unreachable", { cause: error });
}

/** The code of an error, or of the first within one that stands for several tries. */
function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
