import { describe, expect, it } from "vitest";
import { checkDigit, plainVin, vinError } from "./vin.ts";

// The first is the example of 49 CFR 565; the others are as published for real cars.
const real = ["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715", "1HGCM82633A004352"];

describe("a VIN", () => {
  it.each(real)("a VIN with the right check digit is accepted: %s", (vin) => {
    expect([vinError(vin), checkDigit(vin)]).toEqual([undefined, vin[8]]);
  });

  it("a VIN with any other check digit is refused", () => {
    const others = real.flatMap((vin) =>
      [..."0123456789X"]
        .filter((digit) => digit !== vin[8])
        .map((digit) => vinError(vin.slice(0, 8) + digit + vin.slice(9))),
    );
    expect(others).toEqual(Array.from({ length: 10 * real.length }, () => "vin_check_digit"));
  });

  it.each([
    ["", "vin_length"],
    ["1M8GDM9AXKP04278", "vin_length"],
    ["1M8GDM9AXKP0427888", "vin_length"],
    ["1M8GDM9AXKP04278I", "vin_letters"],
    ["OM8GDM9AXKP042788", "vin_letters"],
    ["1M8GDM9AXKP0427８8", "vin_letters"],
    ["1M8GDM9AAKP042788", "vin_check_digit"],
  ])("a wrong VIN gets an error about what is wrong: %s", (vin, error) => {
    expect(vinError(vin)).toBe(error);
  });

  it("a VIN is read without copied spaces and hyphens", () => {
    expect(plainVin(" 1m8g-dm9a xkp04 2788 ")).toBe("1M8GDM9AXKP042788");
  });
});
