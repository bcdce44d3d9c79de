import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { checkAddress, guardedFetch, type GuardedRequest } from "./guarded-fetch.ts";

const limits: GuardedRequest = { mostBytes: 100_000, longest: 30_000, mostRedirects: 3, allowsPrivate: true };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const codeOf = (address: string, request: Partial<GuardedRequest> = {}) =>
  guardedFetch(address, { ...limits, ...request }).then(
    () => "read",
    (error: unknown) => (error as { code: string }).code,
  );

it.each([
  ["not an address", "bad_address"],
  ["https://name:word@example.com/", "bad_address"],
  ["https://example.com:8443/", "bad_address"],
  ["http://example.com/", "not_https"],
  ["ftp://example.com/", "not_https"],
  ["file:///etc/passwd", "bad_address"],
  ["https://127.0.0.1/", "private_address"],
  ["https://2130706433/", "private_address"],
  ["https://0x7f.1/", "private_address"],
  ["https://[::1]/", "private_address"],
  ["https://[::ffff:169.254.169.254]/", "private_address"],
  ["https://169.254.169.254/latest/meta-data", "private_address"],
  ["https://localhost/", "private_address"],
])("the address %s is refused as %s", async (address, code) => {
  expect(await codeOf(address, { allowsPrivate: false })).toBe(code);
});

it("a redirect's target is checked like the first address", () => {
  const from = new URL("https://example.com/calendar");
  expect(checkAddress("/moved", {}, from).href).toBe("https://example.com/moved");
  for (const to of ["https://169.254.169.254/", "http://example.com/", "https://[::1]/"])
    expect(() => checkAddress(to, {}, from)).toThrow(/private_address|not_https/);
});

it("a request follows three redirects and not a fourth", async () => {
  const address = await serve(({ url }, response) => {
    const left = Number(url?.slice(1) || 3);
    if (left > 0) response.writeHead(302, { location: `/${left === 9 ? 9 : left - 1 || "0"}` }).end();
    else response.end("here");
  });
  expect((await guardedFetch(`${address}3`, limits)).body.toString()).toBe("here");
  expect(await codeOf(`${address}4`)).toBe("too_many_redirects");
  expect(await codeOf(`${address}9`)).toBe("too_many_redirects");
});

it("a compressed answer is unpacked, and an unchanged one is reported as 304", async () => {
  const address = await serve((request, response) => {
    if (request.headers["if-none-match"] === '"1"') return response.writeHead(304).end();
    if (request.url === "/br")
      return response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("packed"));
    return response.writeHead(200, { "content-encoding": "gzip", etag: '"1"' }).end(gzipSync("packed"));
  });
  const first = await guardedFetch(address, limits);
  expect([first.status, first.body.toString(), first.headers.etag]).toEqual([200, "packed", '"1"']);
  expect((await guardedFetch(`${address}br`, limits)).body.toString()).toBe("packed");
  const again = await guardedFetch(address, { ...limits, headers: { "if-none-match": '"1"' } });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

it("an answer beyond the limit is refused, compressed or not", async () => {
  const address = await serve(({ url }, response) => {
    if (url === "/packed")
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(Buffer.alloc(50_000_000)));
    else response.end(Buffer.alloc(100_001));
  });
  expect(await codeOf(address)).toBe("too_large");
  expect(await codeOf(`${address}packed`)).toBe("too_large");
});

it("a fetch from a slow or silent server is given up", async () => {
  const address = await serve(({ url }, response) => {
    if (url === "/never") return;
    response.writeHead(200);
    const dripping = setInterval(() => response.write("x"), 20);
    response.on("close", () => clearInterval(dripping));
  });
  expect(await codeOf(address, { longest: 400 })).toBe("too_slow");
  expect(await codeOf(`${address}never`, { longest: 400 })).toBe("too_slow");
});

it("an error of the other server is distinguished from a broken connection", async () => {
  const address = await serve(({ url, socket }, response) => {
    if (url === "/cut") {
      response.writeHead(200, { "content-length": "100" }).write("half");
      setImmediate(() => socket.destroy());
    } else if (url === "/odd") response.writeHead(200, { "content-encoding": "zip" }).end("x");
    else if (url === "/false") response.writeHead(200, { "content-encoding": "gzip" }).end("not packed");
    else response.writeHead(404).end("nothing");
  });
  await expect(guardedFetch(address, limits)).rejects.toMatchObject({ code: "http_status", status: 404 });
  expect(await codeOf(`${address}cut`)).toBe("broken");
  expect(await codeOf(`${address}odd`)).toBe("broken");
  expect(await codeOf(`${address}false`)).toBe("broken");
  expect(await codeOf("http://127.0.0.1:1/")).toBe("unreachable");
});
