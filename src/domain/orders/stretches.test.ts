import { describe, expect, it } from "vitest";
import { stretchesOf, stretchToRecord } from "./stretches.ts";

const order = {
  carId: "second",
  hostId: null,
  hostSharePercent: null,
  hostMonthlyPrice: null,
  pickupDate: "2026-01-01",
  returnDate: "2026-04-01",
};

describe("stretches of an order", () => {
  it("an order with the same car throughout has one stretch from pickup to return", () => {
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

  it("an order with an ended stretch goes on with its present car", () => {
    const first = {
      number: 1,
      carId: "first",
      hostId: "host",
      hostSharePercent: 80,
      hostMonthlyPrice: null,
      startsOn: "2026-01-01",
      endsOn: "2026-02-10",
      isWithoutCar: false,
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

describe("the stretch that a record is about", () => {
  const stretches = [1, 2, 3].map((number) => ({ number, isWithoutCar: number === 2 }));
  const at = (kind: "pickup" | "return", stretch: number) => ({ kind, stretch });

  it("a pickup record belongs to the last car, and a return record to the car still to come back", () => {
    expect(stretchToRecord("pickup", stretches, [at("pickup", 1)])).toBe(3);
    expect(stretchToRecord("return", stretches, [at("pickup", 1)])).toBe(1);
    expect(stretchToRecord("return", stretches, [at("pickup", 1), at("return", 1)])).toBe(3);
    // Of a rental that was moved in, nobody has recorded a pickup.
    expect(stretchToRecord("return", stretches, [])).toBe(1);
    expect(stretchToRecord("return", stretches, [at("return", 1)])).toBe(3);
  });

  it("a return record belongs to the last car once it was handed over", () => {
    const handedOver = [at("pickup", 1), at("pickup", 3)];
    expect(stretchToRecord("return", stretches, handedOver)).toBe(3);
    // The last car is back, and the first one isn't.
    expect(stretchToRecord("return", stretches, [...handedOver, at("return", 3)])).toBe(1);
    expect(stretchToRecord("return", stretches, [...handedOver, at("return", 3), at("return", 1)])).toBe(3);
  });
});
