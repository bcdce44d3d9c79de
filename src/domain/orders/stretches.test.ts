import { describe, expect, it } from "vitest";
import { stretchesOf } from "./stretches.ts";

const order = {
  carId: "second",
  hostId: null,
  hostSharePercent: null,
  hostMonthlyPrice: null,
  pickupDate: "2026-01-01",
  returnDate: "2026-04-01",
};

describe("stretches of an order", () => {
  it("is one from pickup to return while the car stays the same", () => {
    expect(stretchesOf(order, [])).toEqual([
      {
        number: 1,
        carId: "second",
        hostId: null,
        hostSharePercent: null,
        hostMonthlyPrice: null,
        startsOn: "2026-01-01",
        endsOn: "2026-04-01",
      },
    ]);
  });

  it("goes on with the order's own car where the one before has ended", () => {
    const first = {
      number: 1,
      carId: "first",
      hostId: "host",
      hostSharePercent: 80,
      hostMonthlyPrice: null,
      startsOn: "2026-01-01",
      endsOn: "2026-02-10",
    };
    const stretches = stretchesOf(order, [first]);
    expect(stretches.map(({ number, carId, startsOn, endsOn }) => [number, carId, startsOn, endsOn])).toEqual(
      [
        [1, "first", "2026-01-01", "2026-02-10"],
        [2, "second", "2026-02-10", "2026-04-01"],
      ],
    );
  });
});
