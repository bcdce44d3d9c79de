import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { databaseKind, migratedFolder, startTestApp, type TestApp } from "../app.ts";
import { type Product, startProduct } from "../product.ts";

/** A connection that counts the received bytes and says when it has ended. */
function open(address: string): { socket: Socket; received: () => string; isClosed: () => boolean } {
  const { port, hostname } = new URL(address);
  const socket = connect(Number(port), hostname);
  let received = "";
  let isClosed = false;
  socket.on("error", () => {}).on("close", () => (isClosed = true));
  socket.on("data", (piece) => (received += piece.toString("latin1")));
  return { socket, received: () => received, isClosed: () => isClosed };
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${more}\r\n`;

describe("a connection", () => {
  let test: TestApp;
  let address: string;
  beforeAll(async () => {
    test = await startTestApp();
    address = await test.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => test.close());

  it("pipelined requests on one connection are answered in order", async () => {
    const { socket, received } = open(address);
    socket.write(
      get("/api/cars") + get("/healthz") + get("/api/nothing") + get("/healthz", "Connection: close\r\n"),
    );
    await vi.waitFor(
      () =>
        expect(received().match(/HTTP\/1\.1 \d+/g)).toEqual([
          "HTTP/1.1 200",
          "HTTP/1.1 200",
          "HTTP/1.1 404",
          "HTTP/1.1 200",
        ]),
      {
        timeout: 10_000,
      },
    );
  });

  it.each([
    ["Host", "Host: evil.example"],
    ["host in another case", "hOST: 127.0.0.1"],
    ["bearer", "Authorization: Bearer a.b.c\r\nAuthorization: Bearer d.e.f"],
    ["origin", "Origin: http://127.0.0.1\r\nOrigin: https://evil.example"],
  ])("a request with more than one %s is answered with 400 at any address", async (_what, header) => {
    for (const path of ["/api/cars", "/auth/v1/health", "/nothing", "/api/nothing"]) {
      const { socket, received, isClosed } = open(address);
      socket.write(get(path, `${header}\r\nConnection: close\r\n`));
      await vi.waitFor(() => expect(isClosed()).toBe(true), { timeout: 10_000 });
      expect([path, received().match(/HTTP\/1\.1 \d+/g)]).toEqual([path, ["HTTP/1.1 400"]]);
      expect(received()).toMatch(/"(?:code|error_code)":"(?:malformed|validation_failed)"/);
    }
  });

  it("a connection that is never used is closed without an answer", async () => {
    const { received, isClosed } = open(address);
    await vi.waitFor(() => expect(isClosed()).toBe(true), { timeout: 30_000 });
    expect(received()).toBe("");
  });

  it("a connection with hundreds of pipelined requests is ended before most of them are handled", async () => {
    let heard = 0;
    const count = () => void heard++;
    test.app.server.on("request", count);
    const { socket, isClosed } = open(address);
    socket.write(get("/api/cars").repeat(800));
    await vi.waitFor(() => expect(isClosed()).toBe(true), { timeout: 10_000 });
    test.app.server.off("request", count);
    expect(heard).toBeGreaterThan(8);
    expect(heard).toBeLessThan(20);
  });

  it.concurrent.each([
    ["POST /api/admin/upload-csv", "401", "multipart/form-data; boundary=x"],
    ["POST /api/admin/upload-images", "401", "multipart/form-data; boundary=x"],
    ["POST /api/admin/cars", "401", "application/json"],
    ["PUT /api/auth/v2/profile", "401", "application/json"],
    ["PUT /auth/v1/user", "401", "application/json"],
    ["POST /auth/v1/factors", "401", "application/json"],
    ["POST /auth/v1/logout", "401", "application/json"],
    ["DELETE /auth/v1/factors/1", "401", "application/json"],
    ["POST /auth/v1/sso", "404", "application/json"],
    ["DELETE /auth/v1/user/identities/1", "404", "application/json"],
    ["POST /auth/v1/nothing", "404", "application/json"],
    ["POST /rest/v1/profiles", "401", "application/json"],
    ["POST /rest/v1/orders", "404", "application/json"],
    ["POST /api/nothing", "404", "application/json"],
  ])(
    "a request with a slow body is answered before the body is complete, then closed: %s",
    async (line, status, type) => {
      const { socket, received, isClosed } = open(address);
      socket.write(
        `${line} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: ${type}\r\nContent-Length: 200000\r\n\r\n{`,
      );
      const drops = setInterval(() => socket.write("x"), 100);
      try {
        await vi.waitFor(() => expect(received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `)), {
          timeout: 5000,
        });
        await vi.waitFor(() => expect(isClosed()).toBe(true), { timeout: 8000 });
      } finally {
        clearInterval(drops);
        socket.destroy();
      }
    },
  );

  it("the description of the API is served from one buffer, compressed and with an ETag", async () => {
    const first = await test.app.inject("/api/openapi.json");
    const { etag = "" } = first.headers;
    expect(etag).toMatch(/^W\/"/);
    expect(
      (await test.app.inject({ url: "/api/openapi.json", headers: { "if-none-match": etag } })).statusCode,
    ).toBe(304);
    const shorter = await test.app.inject({ url: "/api/openapi.json", headers: { "accept-encoding": "br" } });
    expect(shorter.rawPayload.length).toBeLessThan(first.rawPayload.length / 4);
  });
});

// Only Linux shows the descriptors and the memory of a process; the kind of database makes no difference here.
describe.runIf(process.platform === "linux" && databaseKind === "embedded")("clients that never read", () => {
  let product: Product;
  let folder: ReturnType<typeof migratedFolder>;
  beforeAll(async () => {
    folder = migratedFolder();
    product = await startProduct({ DEMO: "on", DATA_DIR: folder.path });
  });
  afterAll(async () => {
    await product?.stop();
    folder.remove();
  });

  const megabytes = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${product.process.pid}/status`, "utf8"))?.[1]) / 1024;
  const files = () => readdirSync(`/proc/${product.process.pid}/fd`);
  const descriptors = () => files().length;
  /** Only sockets count: the embedded database opens files of its own when its jobs run. */
  const sockets = () => files().filter((file) => isSocket(`/proc/${product.process.pid}/fd/${file}`)).length;
  const isAlive = async () => (await fetch(`${product.address}/healthz`)).status === 200;

  it.each([
    ["hundreds of files on each of a few connections", 27, 800, ["/favicon.svg"]],
    ["the description of the API, time and again", 40, 60, ["/api/openapi.json"]],
    [
      "a few pages on each of many connections",
      150,
      6,
      ["/cars", "/", "/api/cars?limit=100", "/api/openapi.json"],
    ],
  ])(
    "clients that never read use up neither memory nor descriptors: %s",
    { timeout: 150_000 },
    async (_name, connections, requests, paths) => {
      const { address } = product;
      for (const path of paths) await fetch(address + path);
      const idle = { megabytes: megabytes(), descriptors: descriptors(), sockets: sockets() };
      const most = { ...idle };
      const all = Array.from({ length: connections }, () => open(address));
      for (const { socket } of all) {
        socket.pause();
        socket.write(
          Array.from({ length: requests }, (_, place) => get(paths[place % paths.length] ?? "/")).join(""),
        );
      }
      await vi.waitFor(
        async () => {
          expect(await isAlive()).toBe(true);
          most.megabytes = Math.max(most.megabytes, megabytes());
          most.descriptors = Math.max(most.descriptors, descriptors());
          // The product ends the connections, although the clients have neither read nor closed anything.
          expect(sockets()).toBeLessThan(idle.sockets + 10);
        },
        { timeout: 100_000, interval: 250 },
      );
      for (const { socket } of all) socket.destroy();
      expect(most.megabytes - idle.megabytes).toBeLessThan(500);
      expect(most.descriptors - idle.descriptors).toBeLessThan(2 * connections + 50);
    },
  );
});

/** A descriptor may be closed after it was listed and before it is read. */
function isSocket(path: string): boolean {
  try {
    return readlinkSync(path).startsWith("socket:");
  } catch {
    return false;
  }
}
