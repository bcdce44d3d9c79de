import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byName, isSystemFile, pathParts, placeInFolders, wrapperOf } from "./image-folders.ts";

/** The place of each of an archive's paths, or its error. */
function place(...paths: string[]) {
  const all = paths.map((path) => pathParts(path));
  const wrapper = wrapperOf(all.flatMap((parts) => (parts ? [parts] : [])));
  return all.map((parts) => (parts ? placeInFolders(parts, wrapper) : { error: "unsafe_name" as const }));
}

describe("a path in an archive", () => {
  it.each<[string, object]>([
    ["2/front.jpg", { row: 2, name: "front.jpg" }],
    ["9999999/a.jpg", { row: 9_999_999, name: "a.jpg" }],
    ["./2/a.jpg", { row: 2, name: "a.jpg" }],
    ["2\\正面.jpg", { row: 2, name: "正面.jpg" }],
    ["2/a\u202egpj.exe", { row: 2, name: "a\u202egpj.exe" }],
    ["a.jpg", { error: "not_numbered" }],
    ["2", { error: "not_numbered" }],
    ["2/more/a.jpg", { error: "too_deep" }],
    ...["0", "1", "-3", "2e1", "02", "2.0", " 2", "٢", "２", "0x2", "100000000000000000000", "10000000"].map(
      (folder): [string, object] => [`${folder}/a.jpg`, { error: "not_numbered" }],
    ),
    ...[
      "../2/a.jpg",
      "2/../../a.jpg",
      "/2/a.jpg",
      "C:\\2\\a.jpg",
      "c:2/a.jpg",
      "..\\2\\a.jpg",
      "\\\\host\\2\\a.jpg",
      "2/a\0.jpg",
      "2/a\n.jpg",
      "",
    ].map((path): [string, object] => [path, { error: "unsafe_name" }]),
  ])("the archive path %j is placed as %j", (path, placed) => {
    expect(place("5/other.jpg", path).at(-1)).toEqual(placed);
  });

  it("one folder of any name may stand around the numbered folders of an archive", () => {
    expect(place("photos/2/a.jpg", "photos/readme.txt", "photos/3/b/c.jpg", "list.csv")).toEqual([
      { row: 2, name: "a.jpg" },
      { error: "not_numbered" },
      { error: "too_deep" },
      { error: "not_numbered" },
    ]);
    expect(place("1/2/a.jpg")).toEqual([{ row: 2, name: "a.jpg" }]);
    expect(place("one/2/a.jpg", "two/2/a.jpg")).toEqual([
      { error: "not_numbered" },
      { error: "not_numbered" },
    ]);
    expect(place("photos/2/a.jpg", "3/a.jpg")).toEqual([
      { error: "not_numbered" },
      { row: 3, name: "a.jpg" },
    ]);
    expect(place("2/2/a.jpg")).toEqual([{ error: "too_deep" }]);
  });

  it("a placed path never leads out of a folder, and names a possible row", () => {
    const part = fc.oneof(
      fc.constantFrom("..", ".", "", "2", "10", "C:", "\\", "\0"),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 5 }), (parts) => {
        const [placed] = place(parts.join("/"));
        if (!placed || "error" in placed) return;
        expect(placed.row).toBeGreaterThanOrEqual(2);
        expect(placed.name).not.toMatch(/[/\\\0]|^\.\.?$/);
      }),
    );
  });
});

it.each(["__MACOSX/2/._a.jpg", "2/.DS_Store", ".git/2/a.jpg", "2/Thumbs.db", "2/THUMBS.DB", "desktop.ini"])(
  "the path %s is a system's own file",
  (path) => {
    expect(isSystemFile(path.split("/"))).toBe(true);
  },
);

it("picture names are sorted by their numbers", () => {
  const names = ["10.jpg", "2.jpg", "IMG_9.jpg", "img_10.jpg", "1.jpg", "a"].map((name) => ({ name }));
  expect(names.toSorted(byName).map(({ name }) => name)).toEqual([
    "1.jpg",
    "2.jpg",
    "10.jpg",
    "a",
    "IMG_9.jpg",
    "img_10.jpg",
  ]);
});
