import { describe, expect, it } from "vitest";
import { moveSelection, selectedDays, type Selection } from "./selection.ts";

const grid = { carIds: ["a", "b"], from: "2026-12-01", until: "2026-12-31" };
const at = (day: string, anchor = day, carId = "a"): Selection => ({ carId, anchor, day });
const press = (selection: Selection, key: string, shiftKey = false) =>
  moveSelection(selection, { key, shiftKey }, grid);

describe("the keys of the timeline", () => {
  it.each([
    ["ArrowRight", "2026-12-11"],
    ["ArrowLeft", "2026-12-09"],
    ["PageDown", "2027-01-10"],
    ["PageUp", "2026-11-10"],
    ["Home", "2026-12-01"],
    ["End", "2026-12-31"],
  ])("the key %s moves to %s, and with Shift selects from the start", (key, day) => {
    expect(press(at("2026-12-10"), key)).toEqual(at(day));
    expect(press(at("2026-12-10", "2026-12-08"), key)).toEqual(at(day));
    expect(press(at("2026-12-10", "2026-12-08"), key, true)).toEqual(at(day, "2026-12-08"));
  });

  it("the up and down keys move to another car on the same day, and stop at the first and last", () => {
    expect(press(at("2026-12-10", "2026-12-08"), "ArrowDown", true)).toEqual(
      at("2026-12-10", "2026-12-10", "b"),
    );
    expect(press(at("2026-12-10"), "ArrowUp")).toBeUndefined();
    expect(press(at("2026-12-10", "2026-12-10", "b"), "ArrowDown")).toBeUndefined();
  });

  it("arrow keys move on to days that are not shown, and other keys do nothing", () => {
    expect(press(at("2026-12-31"), "ArrowRight")?.day).toBe("2027-01-01");
    expect(press(at("2026-12-31"), "a")).toBeUndefined();
  });
});

it("chosen days are in order after dragging in either direction", () => {
  const days = { from: "2026-12-08", until: "2026-12-10" };
  expect(selectedDays(at("2026-12-10", "2026-12-08"))).toEqual(days);
  expect(selectedDays(at("2026-12-08", "2026-12-10"))).toEqual(days);
});
