import { STATUS_CODES } from "node:http";
import { describe, expect, it } from "vitest";
import { ErrorBody, errorCodes, errorStatuses, Refusal } from "./errors.ts";

describe("the table of errors", () => {
  it.each([
    [400, ["malformed", "card_number_refused"]],
    [403, ["cross_site"]],
    [404, ["not_found", "car_not_found", "order_not_found"]],
    [405, ["method_not_allowed"]],
    [
      409,
      [
        "car_taken",
        "car_unavailable",
        "order_not_cancellable",
        "car_exists",
        "car_has_open_orders",
        "import_under_way",
        "storage_not_set",
        "move_under_way",
      ],
    ],
    [412, ["stale"]],
    [413, ["too_large"]],
    [414, ["uri_too_long"]],
    [415, ["unsupported_media_type"]],
    [422, ["invalid", "price_changed", "order_id_used", "promo_refused"]],
    [429, ["too_many_requests"]],
    [431, ["headers_too_large"]],
    [500, ["internal"]],
    [503, ["unavailable", "busy", "storage_unavailable"]],
    [507, ["storage_full"]],
  ])("the status %d belongs to the errors %j", (status, codes) => {
    expect(codes.map((code) => errorStatuses[code as keyof typeof errorStatuses])).toEqual(
      codes.map(() => status),
    );
  });

  it("each error code is unique, in small letters and with an HTTP error status", () => {
    expect(new Set(errorCodes).size).toBe(errorCodes.length);
    for (const code of errorCodes) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(errorStatuses[code]).toBeGreaterThanOrEqual(400);
      expect(STATUS_CODES).toHaveProperty(String(errorStatuses[code]));
    }
  });
});

describe("a refusal", () => {
  it("a refusal has its code, its sentence and its fields", () => {
    const refusal = new Refusal("invalid", "year is required.", {
      fields: { year: { code: "required", message: "is required" } },
    });
    expect(refusal).toBeInstanceOf(Error);
    expect(refusal).toMatchObject({
      code: "invalid",
      message: "year is required.",
      details: { fields: { year: { code: "required" } } },
    });
  });

  it("a refusal's body has no undeclared field", () => {
    const body = {
      code: "car_taken",
      message: "No.",
      error: "No.",
      stack: "secret",
      similarCars: [
        {
          id: "1",
          name: "a",
          year: 2022,
          city: "b",
          monthlyPrice: "749.00",
          image: "",
          plateNumber: "7ITW146",
        },
      ],
    };
    const read = ErrorBody.parse(body);
    expect(JSON.stringify(read)).not.toMatch(/secret|7ITW146/);
    expect(ErrorBody.safeParse({ ...body, code: "made_up" }).success).toBe(false);
  });
});
