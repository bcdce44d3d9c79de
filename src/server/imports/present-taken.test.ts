import { expect, it } from "vitest";
import { zipErrors } from "#contract/images.ts";
import { errorSentences } from "./error-sentences.ts";
import { presentTaken } from "./present-taken.ts";

it("the reason why a picture was left out is in the reader's language", () => {
  const all = [{ file: "a.jpg", error: "broken" as const }];
  expect(presentTaken(all, "en").errorDetails).toEqual(["a.jpg is damaged or incomplete"]);
  expect(presentTaken(all, "zh").errorDetails).toEqual(["a.jpg：文件已损坏或不完整"]);
});

it.each(zipErrors)("the answer has a full sentence for %s", (code) => {
  expect(errorSentences.zh[code]).toMatch(/^[^{}]*[\u4e00-\u9fff][^{}]*$/);
});
