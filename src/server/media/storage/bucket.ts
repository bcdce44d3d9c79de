import { setTimeout as wait } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { Refusal } from "#contract/errors.ts";
import { sha256Of } from "#server/media/sha256.ts";
import type { StorageSettings } from "./storage-url.ts";

export type ObjectFound = {
  bytes: number;
  /** Milliseconds since 1970 of when it was last written, by the storage's own clock. */
  at: number;
  /** The hash of its content, if the writer stored it. */
  sha256: string | undefined;
};

/**
 * The few calls of the S3 protocol that pictures need. Each answers within the time limit, or throws a
 * Refusal `storage_unavailable`.
 */
export type Bucket = {
  get: (key: string) => Promise<Buffer | undefined>;
  head: (key: string) => Promise<ObjectFound | undefined>;
  /** Writes all of the content or nothing: the storage refuses a body other than the signed one. */
  put: (key: string, content: Buffer, headers: Record<string, string>) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** Whether the storage answers at all, known within two seconds. */
  isAnswering: () => Promise<boolean>;
  /** All objects whose keys begin with `prefix`, sorted by key. */
  list: (prefix: string) => AsyncGenerator<{ key: string; bytes: number; at: number }>;
};

export type BucketOptions = {
  /** Milliseconds for one call, with all of its attempts. */
  timeLimit?: number;
  /** Receives the reason why a call failed; the caller only learns that the storage is away. */
  onTrouble?: (trouble: unknown) => void;
};

const usualLimit = 10_000;
const quickLimit = 2000;
const attempts = 3;

type BucketRequest = {
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer<ArrayBuffer>;
};
type BucketResponse = { status: number; headers: Headers; content: Buffer };

/** Signs and sends one request, without a second attempt. */
function signedSender({ address, region, accessKeyId, secretAccessKey }: StorageSettings) {
  const signingKeys = new Map<string, ArrayBuffer>();
  return async (
    method: string,
    key: string,
    { query = {}, headers = {}, body }: BucketRequest,
    signal: AbortSignal,
  ): Promise<BucketResponse> => {
    const url = new URL(key, address);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, "x-amz-content-sha256": sha256Of(body ?? Buffer.alloc(0)) },
      accessKeyId,
      secretAccessKey,
      region,
      service: "s3",
      cache: signingKeys,
    });
    const signed = await signer.sign();
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      redirect: "manual",
      signal,
      ...(body && { body }),
    });
    return {
      status: response.status,
      headers: response.headers,
      content: Buffer.from(await response.arrayBuffer()),
    };
  };
}

export function openBucket(
  settings: StorageSettings,
  { timeLimit = usualLimit, onTrouble }: BucketOptions = {},
): Bucket {
  const send = signedSender(settings);

  /**
   * Calls the storage, again after errors that may pass by themselves: a lost connection, a storage that is busy
   * or fails. Every call can safely be made twice.
   */
  async function call(
    method: string,
    key: string,
    sent: BucketRequest,
    expected: readonly number[],
    limit = timeLimit,
  ): Promise<BucketResponse> {
    const signal = AbortSignal.timeout(limit);
    for (let attempt = 1; ; attempt++) {
      const answer = await send(method, key, sent, signal).catch((error: unknown) => error);
      const isAnswer = isAnswerOf(answer);
      if (isAnswer && expected.includes(answer.status)) return answer;
      const mayPass = !isAnswer || answer.status >= 500 || answer.status === 429;
      if (attempt === attempts || signal.aborted || !mayPass) {
        onTrouble?.(
          isAnswer
            ? new Error(`the storage answered ${method} with ${answer.status} ${codeIn(answer)}`)
            : answer,
        );
        throw new Refusal(
          "storage_unavailable",
          "Photo storage isn't responding. Please try again in a moment.",
        );
      }
      await wait(Math.random() * 100 * 2 ** attempt, undefined, { signal }).catch(() => undefined);
    }
  }

  return {
    async get(key) {
      const { status, content } = await call("GET", key, {}, [200, 404]);
      return status === 200 ? content : undefined;
    },
    async head(key) {
      const { status, headers } = await call("HEAD", key, {}, [200, 404]);
      if (status === 404) return undefined;
      const sha256 = headers.get("x-amz-meta-sha256") ?? undefined;
      return {
        bytes: Number(headers.get("content-length")),
        at: Date.parse(headers.get("last-modified") ?? ""),
        sha256,
      };
    },
    async put(key, content, headers) {
      const body = Buffer.from(content);
      await call(
        "PUT",
        key,
        { body, headers: { ...headers, "x-amz-meta-sha256": sha256Of(content) } },
        [200],
      );
    },
    async remove(key) {
      await call("DELETE", key, {}, [200, 204, 404]);
    },
    isAnswering: () =>
      call("HEAD", "", {}, [200], Math.min(timeLimit, quickLimit)).then(
        () => true,
        () => false,
      ),
    async *list(prefix) {
      let after: string | undefined;
      do {
        const query = {
          "list-type": "2",
          prefix,
          ...(after !== undefined && { "continuation-token": after }),
        };
        const xml = (await call("GET", "", { query }, [200])).content.toString();
        for (const entry of xml.split("<Contents>").slice(1)) {
          yield {
            key: textIn(entry, "Key") ?? "",
            bytes: Number(textIn(entry, "Size")),
            at: Date.parse(textIn(entry, "LastModified") ?? ""),
          };
        }
        after = textIn(xml, "IsTruncated") === "true" ? textIn(xml, "NextContinuationToken") : undefined;
      } while (after !== undefined);
    },
  };
}

const isAnswerOf = (value: unknown): value is BucketResponse =>
  typeof value === "object" && value !== null && "status" in value && "content" in value;

/** The storage's code for an error, for example "NoSuchBucket": a word that contains no key. */
const codeIn = ({ content }: BucketResponse): string => textIn(content.toString(), "Code") ?? "";

const marks: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

function textIn(xml: string, name: string): string | undefined {
  const [, after] = xml.split(`<${name}>`, 2);
  const text = after?.slice(0, after.indexOf("<"));
  return text?.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(lt|gt|quot|apos|amp));/gi,
    (_, hex?: string, decimal?: string, word?: string) =>
      word ? (marks[word] ?? word) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(decimal)),
  );
}
