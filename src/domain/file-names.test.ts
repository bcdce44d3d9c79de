import { describe, expect, it } from "vitest";
import { savedFileName } from "./file-names.ts";

describe("the name that a file is saved under", () => {
  it.each([
    ["Insurance.html", "pdf", "Insurance.pdf"],
    ["x.hta", "pdf", "x.pdf"],
    ["x.pdf.exe", "pdf", "x.pdf"],
    ["x.lnk", "image", "x.webp"],
    ["a.jpg.html", "image", "a.webp"],
    ["door.JPG", "image", "door.webp"],
    ["x.7z", "pdf", "x.7z.pdf"],
    ["x.settingcontent-ms", "pdf", "x.settingcontent-ms.pdf"],
    ["保单.pdf", "pdf", "保单.pdf"],
    ["J.Smith.pdf", "pdf", "J.Smith.pdf"],
    ["保单 v1.2", "pdf", "保单 v1.2.pdf"],
  ] as const)("a saved file's name shows its real kind: %s becomes %s", (name, kind, saved) => {
    expect(savedFileName(name, kind)).toBe(saved);
  });

  it.each([
    ["x.exe. . .", "x.pdf"],
    ["x.html \u00a0", "x.pdf"],
    ["..\\..\\x.lnk", "_.._x.pdf"],
    ["../../etc/passwd", "_.._etc_passwd.pdf"],
    ["a\u202Efdp.exe", "afdp.pdf"],
    ["x.ex\u200be", "x.pdf"],
    ["a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie_ x=1.pdf"],
    ["x.exe:.pdf", "x.exe_.pdf"],
    ["x.pdf                .exe", "x.pdf"],
    ["\ud800.pdf", "unnamed.pdf"],
    ["\0.pdf", "unnamed.pdf"],
    ["", "unnamed.pdf"],
    [".htaccess", "htaccess.pdf"],
    ["CON", "_CON.pdf"],
    ["com1 .tar.pdf", "_com1 .tar.pdf"],
    ["nul.a.b.pdf", "_nul.a.b.pdf"],
    ["console.pdf", "console.pdf"],
  ])("a saved file's name fits every file system: %j", (name, saved) => {
    expect(savedFileName(name, "pdf")).toBe(saved);
  });

  it("a saved file's name is never too long and never cut within a character", () => {
    for (const character of ["a", "保", "🚗"]) {
      const name = savedFileName(`${character.repeat(400)}.exe`, "image");
      expect(name.isWellFormed()).toBe(true);
      expect(name).toMatch(/\.webp$/);
      expect(new TextEncoder().encode(name).length).toBeLessThan(255);
    }
  });

  it("a saved file's name stays the same when the file is sent again", () => {
    for (const name of ["a.jpg.html", "CON", "v1.2", "x.exe:.pdf"]) {
      const saved = savedFileName(name, "pdf");
      expect(savedFileName(saved, "pdf")).toBe(saved);
    }
  });
});
