import { createHash, createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { readStorageUrl, type StorageSettings } from "#server/media/storage/storage-url.ts";

const bucket = "longbay-test";
/** The only key that the server knows. */
const key = "S3RVER:S3RVER";

export type S3Server = {
  address: string;
  url: string;
  settings: StorageSettings;
  /** The folder of its objects, as files. */ directory: string;
  close: () => Promise<void>;
};

export const storageUrl = (address: string, keys = key): string =>
  `s3://${keys}@${bucket}?endpoint=${encodeURIComponent(address)}&region=us-east-1`;

export function settingsOf(url: string): StorageSettings {
  const read = readStorageUrl(url);
  if ("error" in read) throw new Error(read.error);
  return read;
}

/** A real S3 server with one bucket, on a free port of this machine. */
export async function startS3(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), "longbay-s3-"));
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket, configs: [] }],
  });
  const { port } = await server.run();
  const address = `http://127.0.0.1:${port}`;
  const url = storageUrl(address);
  return {
    address,
    url,
    directory,
    settings: settingsOf(url),
    async close() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export async function allOf<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const each of list) all.push(each);
  return all;
}

/**
 * Whether a request has the signature that belongs to this secret, computed by the protocol's own description (AWS
 * Signature Version 4).
 */
export function isSigned(
  { method, url = "", headers }: Pick<IncomingMessage, "method" | "url" | "headers">,
  secret: string,
): boolean {
  const found = /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})/.exec(
    headers.authorization ?? "",
  );
  const [, scope = "", names = "", signature] = found ?? [];
  const { pathname, searchParams } = new URL(url, "http://storage.invalid");
  const query = [...searchParams].map((pair) => pair.map(encodeURIComponent).join("=")).sort();
  const signed = names.split(";").map((name) => `${name}:${String(headers[name])}\n`);
  const canonical = [
    method,
    pathname,
    query.join("&"),
    signed.join(""),
    names,
    headers["x-amz-content-sha256"],
  ].join("\n");
  const words = [
    "AWS4-HMAC-SHA256",
    headers["x-amz-date"],
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  let key: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [...scope.split("/"), words]) key = createHmac("sha256", key).update(part).digest();
  return key.toString("hex") === signature;
}

/** Answers in place of the server behind it; returns false to let the request through. */
export type Trouble = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/** A proxy before an S3 server that makes trouble. `seen` lists the requests, as "PUT /bucket/key". */
export async function startTroubled(
  behind: string,
  trouble: Trouble,
): Promise<{ address: string; url: string; seen: string[]; close: () => Promise<void> }> {
  const seen: string[] = [];
  const pass = (incoming: IncomingMessage, response: ServerResponse) => {
    const { hostname, port } = new URL(behind);
    const { method, url, headers } = incoming;
    const onward = request({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    incoming.pipe(onward);
  };
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    void Promise.resolve(trouble(incoming, response)).then(
      (isAnswered) => isAnswered || pass(incoming, response),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    address,
    url: storageUrl(address),
    seen,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
