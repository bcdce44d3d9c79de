import { symlink } from "node:fs/promises";
import { join } from "node:path";
import fastify from "fastify";
import sharp from "sharp";
import { describe, expect, it, onTestFinished } from "vitest";
import { registerImageRoutes } from "./routes.ts";
import { temporaryImages } from "./test-images.ts";

async function served() {
  const imageStore = await temporaryImages(["a-hero"]);
  const app = fastify();
  onTestFinished(() => app.close());
  registerImageRoutes(app, imageStore.store, () => Promise.resolve(false));
  const get = (name: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") =>
    app.inject({ method, url: `/api/images/cars/${name}`, headers });
  return { ...imageStore, get, hashed: `a-hero.${imageStore.hash("a-hero")}` };
}

describe("GET /api/images/cars/:name", () => {
  it("a variant of every format may be kept forever and is never taken for a page", async () => {
    const { get, hashed } = await served();
    for (const [ending, type, format] of [
      ["avif", "image/avif", "heif"],
      ["webp", "image/webp", "webp"],
      ["jpg", "image/jpeg", "jpeg"],
    ] as const) {
      const answer = await get(`${hashed}-480.${ending}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        "content-type": type,
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
      });
      expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format, width: 480 });
    }
  });

  it("a master may be kept forever under its hash, and for a short time under its name", async () => {
    const { get, hashed, store } = await served();
    const master = (await store.read("a-hero"))?.content;
    const fixed = await get(`${hashed}.webp`);
    expect(fixed.rawPayload).toEqual(master);
    expect(fixed.headers["cache-control"]).toContain("immutable");
    const stable = await get("a-hero.webp");
    expect(stable.rawPayload).toEqual(master);
    expect(stable.headers["cache-control"]).toBe("public, max-age=300");
    expect(stable.headers["content-type"]).toBe("image/webp");
  });

  it("a browser that has the picture already gets a 304", async () => {
    const { get, hashed } = await served();
    for (const name of [`${hashed}-320.webp`, `${hashed}.webp`, "a-hero.webp"]) {
      const etag = String((await get(name)).headers.etag);
      for (const known of [etag, `"other", ${etag}`, etag.replace("W/", ""), "*"]) {
        const answer = await get(name, { "if-none-match": known });
        expect(answer.statusCode).toBe(304);
        expect(answer.body).toBe("");
        expect(answer.headers.etag).toBe(etag);
      }
      expect((await get(name, { "if-none-match": '"other"' })).statusCode).toBe(200);
    }
  });

  it("a HEAD request gets the length without the picture", async () => {
    const { get, hashed } = await served();
    const whole = await get(`${hashed}-320.webp`);
    const head = await get(`${hashed}-320.webp`, {}, "HEAD");
    expect(head.statusCode).toBe(200);
    expect(head.headers["content-length"]).toBe(String(whole.rawPayload.length));
    expect(head.body).toBe("");
  });

  it.each([
    "z-hero.webp",
    "a-hero.00000000.webp",
    "a-hero.00000000-320.webp",
    "a-hero",
    "a-hero.jpg",
    "a-hero.svg",
    "A-HERO.webp",
    "..",
    "../pictures.json",
    "..%2fpictures.json",
    "%2e%2e%2fpictures.json",
    "%252e%252e%252fpictures.json",
    "..%5cpictures.json",
    "%2fetc%2fpasswd",
    "/etc/passwd",
    "a-hero.webp%00",
    "a-hero%00.webp",
    "a-hero.webp/",
    "sub/a-hero.webp",
    `${"a".repeat(5000)}.webp`,
  ])("the name %j answers 404", async (name) => {
    const { get } = await served();
    const answer = await get(name);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers["cache-control"]).toBeUndefined();
  });

  it("an unknown picture has the same error shape as every other error", async () => {
    const { get } = await served();
    const answer = await get("a%5c..webp");
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({
      code: "not_found",
      message: "There is no such picture.",
      error: "There is no such picture.",
    });
  });

  it("a symbolic link out of the folder is not followed", async () => {
    const { get, dataDir } = await served();
    await symlink("/etc/passwd", join(dataDir, "pictures", "masters", "passwd.webp"));
    expect((await get("passwd.webp")).statusCode).toBe(404);
  });
});
