import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "#test/throwaway-cluster.ts";
import {
  allOf,
  isSigned,
  type S3Server,
  settingsOf,
  startS3,
  startTroubled,
  storageUrl,
  type Trouble,
} from "#test/stand-ins/s3.ts";
import { sha256Of } from "#server/media/sha256.ts";
import { openBucket } from "./bucket.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.close());

const away = { code: "storage_unavailable" };
const photo = Buffer.from("the bytes of a photo");
const type = { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" };

async function troubled(trouble: Trouble, timeLimit = 10_000) {
  const before = await startTroubled(s3.address, trouble);
  onTestFinished(() => before.close());
  const troubles: unknown[] = [];
  return {
    ...before,
    troubles,
    bucket: openBucket(settingsOf(before.url), { timeLimit, onTrouble: (said) => troubles.push(said) }),
  };
}

describe("a bucket", () => {
  it("a bucket keeps, finds, lists and removes", async () => {
    const bucket = openBucket(s3.settings);
    expect([await bucket.get("a/none.webp"), await bucket.head("a/none.webp")]).toEqual([
      undefined,
      undefined,
    ]);
    const began = Date.now();
    await bucket.put("a/one.webp", photo, type);
    expect(await bucket.get("a/one.webp")).toEqual(photo);
    const found = await bucket.head("a/one.webp");
    expect(found).toMatchObject({ bytes: photo.length, sha256: sha256Of(photo) });
    // The store reports whole seconds.
    expect(found?.at).toBeGreaterThan(began - 1000);
    expect(found?.at).toBeLessThan(Date.now() + 1000);

    await bucket.put("b/other.webp", photo, type);
    for (const name of ["two", "three", "four"]) await bucket.put(`a/${name}.webp`, photo, type);
    const listed = await allOf(bucket.list("a/"));
    expect(listed.map(({ key, bytes }) => [key, bytes])).toEqual(
      ["four", "one", "three", "two"].map((name) => [`a/${name}.webp`, photo.length]),
    );
    await bucket.remove("a/one.webp");
    await bucket.remove("a/one.webp");
    expect(await bucket.head("a/one.webp")).toBeUndefined();
  });

  it("a bucket's long list is read page by page", async () => {
    const token = `1&2/"=+<`;
    const entry = (name: string) =>
      `<Contents><Key>a/${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><ETag>&quot;x&quot;</ETag><Size>7</Size></Contents>`;
    const { bucket, seen } = await troubled(({ url = "" }, response) => {
      const isSecond = new URL(url, "http://x").searchParams.get("continuation-token") === token;
      const next = `<NextContinuationToken>1&amp;2/&quot;=&#43;&#x3C;</NextContinuationToken><IsTruncated>true</IsTruncated>`;
      response.end(
        `<ListBucketResult>${isSecond ? entry("c") : entry("a") + entry("b&amp;") + next}</ListBucketResult>`,
      );
      return true;
    });
    const at = Date.parse("2026-11-20T10:00:00Z");
    expect(await allOf(bucket.list("a/"))).toEqual(
      ["a/a", "a/b&", "a/c"].map((key) => ({ key, bytes: 7, at })),
    );
    expect(seen).toHaveLength(2);
  });

  // The server of these tests does not look at signatures.
  it("every request to a bucket is signed, so that it can't be changed or made up", async () => {
    const isRight: boolean[] = [];
    const { bucket } = await troubled((request) => {
      const { method, url, headers } = request;
      isRight.push(
        isSigned(request, "S3RVER"),
        !isSigned({ method, headers, url: `${url}x` }, "S3RVER"),
        !isSigned(request, "OTHER"),
      );
      return false;
    });
    await bucket.put("e/one.webp", photo, type);
    await bucket.get("e/one.webp");
    await allOf(bucket.list("e/"));
    expect(isRight).toEqual(Array(9).fill(true));
    await expect(
      openBucket(settingsOf(storageUrl(s3.address, "SOMEBODY:else"))).get("e/one.webp"),
    ).rejects.toMatchObject(away);
  });

  it("an upload sends type, cache time and checksum, and never the secret", async () => {
    const sent: Record<string, unknown>[] = [];
    const { bucket } = await troubled(({ headers }) => {
      sent.push(headers);
      return false;
    });
    await bucket.put("c/one.webp", photo, type);
    expect(sent[0]).toMatchObject({
      ...type,
      "x-amz-content-sha256": sha256Of(photo),
      "x-amz-meta-sha256": sha256Of(photo),
      "content-length": String(photo.length),
    });
    expect(sent[0]).not.toHaveProperty("x-amz-acl");
    expect(String(sent[0]?.authorization)).toMatch(
      /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/us-east-1\/s3\/aws4_request, SignedHeaders=/,
    );
  });

  it("a request is repeated after errors that pass by themselves", async () => {
    let left = 2;
    const { bucket, seen } = await troubled((_, response) => {
      if (left-- <= 0) return false;
      if (left) response.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
      else response.destroy();
      return true;
    });
    await bucket.put("d/one.webp", photo, type);
    expect(seen).toHaveLength(3);
    expect(await bucket.get("d/one.webp")).toEqual(photo);
  });

  it("a bucket that keeps failing is unavailable, and only the log has the reason", async () => {
    const { bucket, seen, troubles } = await troubled((_, response) => {
      response.writeHead(500).end("<Error><Code>InternalError</Code></Error>");
      return true;
    });
    await expect(bucket.get("d/one.webp")).rejects.toMatchObject(away);
    expect(seen).toHaveLength(3);
    expect(String(troubles)).toContain("500 InternalError");
  });

  it("a bucket that refuses is not called again", async () => {
    const { bucket, seen } = await troubled((_, response) => {
      response.writeHead(403).end("<Error><Code>AccessDenied</Code></Error>");
      return true;
    });
    await expect(bucket.put("d/one.webp", photo, type)).rejects.toMatchObject(away);
    expect(seen).toHaveLength(1);
  });

  it("a bucket that is too slow to answer or to send a body is unavailable", async () => {
    for (const isBodySlow of [false, true]) {
      const { bucket } = await troubled((_, response) => {
        if (isBodySlow) response.writeHead(200, { "content-length": "100" }).write("half of");
        return true;
      }, 300);
      await expect(bucket.get("d/one.webp")).rejects.toMatchObject(away);
    }
  });

  it("a check of the bucket doesn't wait for a silent one", async () => {
    const { bucket } = await troubled(() => true);
    expect([await openBucket(s3.settings).isAnswering(), await bucket.isAnswering()]).toEqual([true, false]);
  });

  it("a half-sent object is not returned", async () => {
    const { bucket } = await troubled((_, response) => {
      response.writeHead(200, { "content-length": "100" }).write("half of", () => response.destroy());
      return true;
    });
    await expect(bucket.get("d/one.webp")).rejects.toMatchObject(away);
  });

  it("a bucket at an address without a server is unavailable", async () => {
    await expect(
      openBucket(settingsOf(storageUrl(`http://127.0.0.1:${await freePort()}`))).head("d/one.webp"),
    ).rejects.toMatchObject(away);
  });

  it("a bucket that does not exist is unavailable", async () => {
    const bucket = openBucket({ ...s3.settings, address: `${s3.address}/nobodys/` });
    await expect(bucket.put("d/one.webp", photo, type)).rejects.toMatchObject(away);
    await expect(allOf(bucket.list("d/"))).rejects.toMatchObject(away);
  });
});
