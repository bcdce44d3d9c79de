import { describe, expect, it } from "vitest";
import { areaOf, clip, type Point, project, shores, simplify, smoothPath } from "./geometry.ts";

const square: Point[] = [
  [-10, -10],
  [10, -10],
  [10, 10],
  [-10, 10],
];
const box = { left: 0, top: 0, right: 20, bottom: 20 };

describe("the map", () => {
  it("San Francisco and San Jose are where the page's dots are", () => {
    expect(project([-122.4194, 37.7749])).toEqual([197, 170]);
    expect(project([-121.8863, 37.3382]).map(Math.round)).toEqual([642, 628]);
  });

  it("the land is cut to the part that the map shows", () => {
    const inside = clip(square, box);
    expect(areaOf(inside)).toBe(100);
    expect(inside.every(([x, y]) => x >= 0 && y >= 0)).toBe(true);
    expect(clip(square, { ...box, left: 11 })).toEqual([]);
  });

  it("the map's edge is not drawn as a shore", () => {
    const inside = clip(square, box);
    const drawn = shores([...inside, ...inside.slice(0, 1)], box).flat();
    expect(drawn).toContainEqual([10, 10]);
    for (const stretch of shores([...inside, ...inside.slice(0, 1)], box)) {
      for (const [place, [x, y]] of stretch.entries()) {
        const [bx, by] = stretch[place - 1] ?? [NaN, NaN];
        expect((x === 0 && bx === 0) || (y === 0 && by === 0)).toBe(false);
      }
    }
  });

  it("only points that nobody sees are left out of a line", () => {
    const line: Point[] = [
      [0, 0],
      [5, 0.1],
      [10, 0],
      [15, 8],
      [20, 0],
    ];
    expect(simplify(line, 1)).toEqual([line[0], line[2], line[3], line[4]]);
  });

  it("a closed line is closed and an open line left open", () => {
    expect(smoothPath(square, true)).toMatch(/^M.*z$/);
    expect(smoothPath([...square], false)).toMatch(/^M-10-10q/);
    expect(smoothPath([[1, 1]], false)).toBe("");
  });
});
