import { expect, it } from "vitest";
import { driverStatus } from "./drivers.ts";

it("the status of a driver's license is hidden until the driver has agreed", () => {
  expect([null, false].map((answer) => driverStatus(answer, "verified"))).toEqual(["invited", "refused"]);
  expect(driverStatus(true, "verified")).toBe("verified");
  expect(driverStatus(true, "none")).toBe("none");
});
