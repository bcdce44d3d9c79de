import { expect, it } from "vitest";
import { beginSilence, type WatchdogLook, nextSilence, pace } from "./silence.ts";

const after = (looks: readonly Partial<WatchdogLook>[]): number => {
  const first = { at: -pace, signs: 7, worked: -pace, isDebugged: false };
  const seen = looks.map((look, at) => ({ ...first, at: at * pace, worked: at * pace, ...look }));
  return seen.reduce(nextSilence, beginSilence(first)).milliseconds;
};

it("the silence grows while there is no sign of life", () => {
  expect(after(Array.from({ length: 60 }, () => ({})))).toBe(30_000);
});

it("on a busy machine the silence counts only time in which the process worked", () => {
  const looks = Array.from({ length: 60 }, (_, at) => ({ worked: at * 200 - pace }));
  expect(after(looks)).toBe(pace * 0.25 + 59 * 200);
});

it("the silence grows a quarter as fast while nothing works at all", () => {
  expect(after(Array.from({ length: 60 }, () => ({ worked: -pace })))).toBe(30_000 / 4);
});

it("the silence ends with the first sign", () => {
  expect(after([{}, {}, { signs: 8 }])).toBe(0);
  expect(after([{}, {}, { signs: 8 }, { signs: 8 }])).toBe(pace);
});

it("the silence doesn't count hours of sleep or of a stopped process", () => {
  expect(after([{ at: 0 }, { at: 8 * 3_600_000 }])).toBe(2 * pace);
});

it("the silence doesn't count time in a debugger", () => {
  expect(after([{}, {}, { isDebugged: true }])).toBe(0);
});

it("the silence is never longer than the time that passed", () => {
  expect(after([{ at: 0 }, { at: 20 }, { at: 40 }, { at: 10 }])).toBe(pace + 40);
});
