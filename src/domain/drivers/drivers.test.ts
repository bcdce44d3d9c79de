import { expect, it } from "vitest";
import { driverStatus } from "./drivers.ts";

it("shows nothing of a driver's license before they have agreed", () => {
  expect([null, false].map((answer) => driverStatus(answer, "verified"))).toEqual(["invited", "refused"]);
  expect(driverStatus(true, "verified")).toBe("verified");
  expect(driverStatus(true, "none")).toBe("none");
});
