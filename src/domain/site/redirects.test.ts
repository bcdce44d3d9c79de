import { describe, expect, it } from "vitest";
import { safeRedirect } from "./redirects.ts";

describe("the redirect after signing in", () => {
  it.each([
    "/",
    "/cars",
    "/cars/42?from=2026-12-01&until=2027-01-01#request",
    "/information?tier=basic&price=599",
    "/search?make=Toyota%20Camry",
    "/a%2Fb",
  ])("the redirect keeps %s, a path of this site", (path) => {
    expect(safeRedirect(path)).toBe(path);
  });

  const schemes = [
    "http",
    "https",
    "HTTPS",
    "javascript",
    "JaVaScRiPt",
    "data",
    "vbscript",
    "file",
    "ftp",
    "ws",
    "blob",
    "about",
    "mailto",
    "tel",
    "intent",
  ];
  const hosts = [
    "evil.example",
    "evil.example/cars",
    "127.0.0.1",
    "[::1]",
    "longbay.example@evil.example",
    "2130706433",
    "0x7f000001",
  ];
  const leads = [
    "//",
    "///",
    "////",
    "/\\",
    "\\\\",
    "\\/",
    "/\\/",
    "/\t/",
    "/\n/",
    "/\r/",
    " //",
    "\t//",
    "/%2f",
    "/%5c",
    "/%2F%2f",
    "/%09/",
    "/%0d%0a/",
    "/./",
    "/../",
    "/..//",
    "/.//",
    "/a//",
    "/a/../",
  ];
  const hostile = [
    ...schemes.map((scheme) => `${scheme}:evil.example`),
    ...schemes.map((scheme) => `${scheme}://evil.example`),
    ...leads.flatMap((lead) => hosts.slice(0, 2).map((host) => lead + host)),
    ...hosts,
    "",
    " /cars",
    "/cars\u0000",
    "/cars\u2028",
    "/ｅvil",
    "/\u202Egnp.exe",
    "?redirect=/cars",
    "#/cars",
    "cars",
    "/".repeat(3000),
    `/${"a".repeat(3000)}`,
  ];

  it(`the redirect is "/" for ${hostile.length} hostile addresses`, () => {
    expect(hostile.length).toBeGreaterThanOrEqual(80);
    expect(hostile.filter((wanted) => safeRedirect(wanted) !== "/")).toEqual([]);
  });

  it.each([undefined, null, 7, {}, ["/cars"]])(
    `the redirect is "/" for a value that is not text: %j`,
    (wanted) => {
      expect(safeRedirect(wanted)).toBe("/");
    },
  );
});
