import { expect, it } from "vitest";
import type { CarPaper, HostCar } from "#contract/host-cars.ts";
import { hostSteps } from "./host-steps.ts";

const today = "2026-12-01";
const paper = (kind: CarPaper["kind"], lastDay: string): CarPaper => ({
  id: `${kind} ${lastDay}`,
  kind,
  lastDay,
  isAccepted: true,
  createdAt: "2026-11-01T00:00:00.000Z",
});
const carOf = (id: string, wanted: Partial<HostCar>) =>
  ({
    id,
    papers: [],
    lacks: [],
    reason: "",
    calendars: { failing: 0, clashing: 0 },
    ...wanted,
  }) as unknown as HostCar;
const stepsOf = (...cars: HostCar[]) => hostSteps(cars, today).map(({ kind, car, on }) => [kind, car.id, on]);

it("an expired paper comes before a declined car, and a declined car before a draft", () => {
  expect(
    stepsOf(
      carOf("draft", { state: "draft" }),
      carOf("declined", { state: "declined" }),
      carOf("over", {
        state: "paused",
        papers: [paper("registration", "2027-06-01"), paper("insurance", "2026-11-30")],
      }),
    ),
  ).toEqual([
    ["paper_over", "over", "2026-11-30"],
    ["declined", "declined", undefined],
    ["draft", "draft", undefined],
  ]);
});

it("a paper is mentioned in its last 30 days, including the last day", () => {
  const ends = (lastDay: string) =>
    stepsOf(carOf("car", { state: "listed", papers: [paper("insurance", lastDay)] }));
  expect([ends("2026-12-01"), ends("2026-12-31"), ends("2027-01-01")]).toEqual([
    [["paper_ends", "car", "2026-12-01"]],
    [["paper_ends", "car", "2026-12-31"]],
    [],
  ]);
});

it("a newly sent paper counts once it is accepted, and no other is required while it is checked", () => {
  const waiting = (lastDay: string) => ({ ...paper("insurance", lastDay), isAccepted: false });
  const stepsWith = (...papers: CarPaper[]) => stepsOf(carOf("car", { state: "listed", papers }));
  expect(stepsWith(paper("insurance", "2026-12-20"))).toEqual([["paper_ends", "car", "2026-12-20"]]);
  expect(stepsWith(paper("insurance", "2026-11-30"), waiting("2027-11-30"))).toEqual([]);
  // A paper that has ended in the meantime will not be accepted.
  expect(stepsWith(paper("insurance", "2026-12-20"), waiting("2026-11-30"))).toEqual([
    ["paper_ends", "car", "2026-12-20"],
  ]);
  // No paper of the other kind was sent.
  expect(stepsWith(paper("registration", "2026-12-20"), waiting("2027-11-30"))).toEqual([
    ["paper_ends", "car", "2026-12-20"],
  ]);
});

it("a paper that is being checked doesn't count yet", () => {
  const papers = [{ ...paper("insurance", "2026-12-20"), isAccepted: false }];
  expect(stepsOf(carOf("car", { state: "listed", papers }))).toEqual([]);
});

it("a listed car with nothing to do has no step, and neither has a retired one", () => {
  expect(stepsOf(carOf("a", { state: "listed" }), carOf("b", { state: "retired", reason: "Sold" }))).toEqual(
    [],
  );
});

it("a calendar in trouble is a step beside that of the listing, first if it has days of an order", () => {
  const calendars = (failing: number, clashing: number) => ({ calendars: { failing, clashing } });
  expect(
    stepsOf(
      carOf("failing", { state: "listed", ...calendars(1, 0) }),
      carOf("declined", { state: "declined" }),
      carOf("both", { state: "paused", ...calendars(1, 2) }),
      carOf("retired", { state: "retired", ...calendars(1, 2) }),
    ),
  ).toEqual([
    ["calendar_clash", "both", undefined],
    ["declined", "declined", undefined],
    ["calendar_failing", "failing", undefined],
    ["paused", "both", undefined],
  ]);
});
