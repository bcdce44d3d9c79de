import { expect, it } from "vitest";
import { beginSilence, type WatchdogLook, nextSilence, pace } from "./silence.ts";

const after = (looks: readonly Partial<WatchdogLook>[]): number => {
  const seen = looks.map((look, at) => ({ at: at * pace, signs: 7, isDebugged: false, ...look }));
  return seen.reduce(nextSilence, beginSilence({ at: -pace, signs: 7, isDebugged: false })).milliseconds;
};

it("grows while there is no sign of life", () => {
  expect(after(Array.from({ length: 60 }, () => ({})))).toBe(30_000);
});

it("is over with the first sign", () => {
  expect(after([{}, {}, { signs: 8 }])).toBe(0);
  expect(after([{}, {}, { signs: 8 }, { signs: 8 }])).toBe(pace);
});

it("doesn't count the hours in which the machine slept or the process was stopped", () => {
  expect(after([{ at: 0 }, { at: 8 * 3_600_000 }])).toBe(2 * pace);
});

it("doesn't count what passes in a debugger", () => {
  expect(after([{}, {}, { isDebugged: true }])).toBe(0);
});

it("is no longer than the time that passed", () => {
  expect(after([{ at: 0 }, { at: 20 }, { at: 40 }, { at: 10 }])).toBe(pace + 40);
});
