import { expect, it } from "vitest";
import { hostileStrings } from "#test/hostile/hostile-strings.ts";
import { fillReply, previewLength, previewOf } from "./conversations.ts";

it("puts what is known into a saved reply, and nothing else", () => {
  expect(fillReply("Dear {name}, {order} {constructor} {car}", { name: "Wei", order: "LB-1" })).toBe(
    "Dear Wei, LB-1 {constructor} {car}",
  );
  expect(fillReply("{name}", { name: "{order}" })).toBe("{order}");
});

it.each(hostileStrings)("shows the beginning of %j on one short line", (text) => {
  const preview = previewOf(text);
  expect([...preview].length).toBeLessThanOrEqual(previewLength);
  expect(preview).not.toMatch(/[\n\r\t]/);
});
