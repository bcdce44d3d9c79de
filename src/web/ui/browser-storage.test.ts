import { globSync, readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { localStore, visitStore } from "./browser-storage.ts";

afterEach(() => vi.unstubAllGlobals());

it("the browser's storage is undefined if the browser blocks it", () => {
  vi.stubGlobal("window", {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
    get sessionStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect([localStore(), visitStore()]).toEqual([undefined, undefined]);
});

it("no other module accesses the browser's storage", () => {
  const files = globSync("src/web/**/*.{ts,tsx}").filter(
    (file) => !/\.test\.|paraglide|browser-storage/.test(file),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /\b(?:local|session)Storage\b/.test(readFileSync(file, "utf8")))).toEqual([]);
});
