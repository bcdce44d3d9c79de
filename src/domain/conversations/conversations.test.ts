import { expect, it } from "vitest";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { fillReply, previewLength, previewOf } from "./conversations.ts";

it("a saved reply is filled with known values only", () => {
  expect(fillReply("Dear {name}, {order} {constructor} {car}", { name: "Wei", order: "LB-1" })).toBe(
    "Dear Wei, LB-1 {constructor} {car}",
  );
  expect(fillReply("{name}", { name: "{order}" })).toBe("{order}");
});

it.each(hostileStrings)("the preview of %j is one short line", (text) => {
  const preview = previewOf(text);
  expect([...preview].length).toBeLessThanOrEqual(previewLength);
  expect(preview).not.toMatch(/[\n\r\t]/);
});
