import { expect, it } from "vitest";
import { addressRefusal, RecordParams } from "./params.ts";

const known = crypto.randomUUID();

it.each([
  [{ id: "1", recordId: known }, "order_not_found"],
  [{ id: known, recordId: "undefined" }, "condition_record_not_found"],
  [{ id: "", recordId: "" }, "order_not_found"],
])("an address with the malformed ids %j is answered as for an unknown id", (params, code) => {
  const [issue] = RecordParams.safeParse(params).error?.issues ?? [];
  expect(addressRefusal(issue?.message).code).toBe(code);
});

it("an address that is wrong in another part is answered with not_found", () => {
  expect(addressRefusal("must be a month, written YYYY-MM").code).toBe("not_found");
  expect(addressRefusal().code).toBe("not_found");
});

it("an id may be written in capitals", () => {
  expect(RecordParams.parse({ id: known.toUpperCase(), recordId: known }).id).toBe(known.toUpperCase());
});
