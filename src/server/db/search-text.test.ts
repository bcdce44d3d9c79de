import { expect, test } from "vitest";
import { searchWords } from "./search-text.ts";

test.each([
  ["John Miller <john@x.com>", ["john", "miller", "john@x.com"]],
  ["Miller, John", ["miller", "john"]],
  ["“Miller”; (John)", ["miller", "john"]],
  ["#LB-7K3F-9QXA", ["lb-7k3f-9qxa"]],
  ["()", ["()"]],
  ["(((((", ["((((("]],
  ["Tel. 510-555-0134", ["5105550134"]],
  ["电话：510-555-0134", ["5105550134"]],
  ["510 555 0134 (mobile)", ["5105550134"]],
  ["+1-510-555-0134;ext=12", ["5105550134"]],
  ["Nguyen 510-555-0134", ["5105550134", "nguyen"]],
  ["Nguyen 510-555-0134x12", ["5105550134", "nguyen"]],
  ["电话510-555-0134", ["5105550134"]],
  ["john.510-555-0134@x.com", ["john.510-555-0134@x.com"]],
  ["0912 345 678", ["912345678"]],
  ["0912345678", ["912345678"]],
  ["Nguyen 2026-12-01", ["nguyen", "2026-12-01"]],
  ["Camry 2023 95112", ["camry", "2023", "95112"]],
  ["550e8400-e29b-41d4-a716-446655440000", ["550e8400-e29b-41d4-a716-446655440000"]],
  ["LB-7234-5678", ["lb-7234-5678"]],
])("the search %s looks for the words %j", (search, words) => {
  expect(searchWords(search)).toEqual(words);
});
