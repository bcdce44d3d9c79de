import { expect, it } from "vitest";
import { type LiveContent, revertedContent, unseenAfter } from "./live-content.ts";

const was: LiveContent = {
  images: ["a", "b", "c"],
  description: "A quiet car.",
  descriptionZh: "",
  features: ["Bluetooth"],
};

it("an unseen change is compared with the content before the first unseen change", () => {
  const first = { ...was, description: "Call 555-0199.", images: ["a", "b", "c", "d"] };
  const seen = unseenAfter({ seen: {}, was, is: first });
  expect(seen).toEqual({ description: was.description, images: was.images });
  const second = { ...first, description: "Call me.", features: [] };
  expect(unseenAfter({ seen, was: first, is: second })).toEqual({ ...seen, features: was.features });
});

it("a part that is as it was before needs no look", () => {
  const seen = unseenAfter({ seen: {}, was, is: { ...was, description: "Other." } });
  expect(unseenAfter({ seen, was: { ...was, description: "Other." }, is: was })).toEqual({});
});

it("removed or moved pictures need no look", () => {
  expect(unseenAfter({ seen: {}, was, is: { ...was, images: ["c", "a"] } })).toEqual({});
});

it("taking back removes added pictures, restores words and leaves the other parts", () => {
  const is = { ...was, images: ["d", "c", "a"], description: "Other.", features: ["Sunroof"] };
  const unseen = unseenAfter({ seen: {}, was, is });
  expect(revertedContent(is, unseen, ["images", "description"])).toEqual({
    ...is,
    images: ["c", "a"],
    description: was.description,
  });
  expect(revertedContent(is, {}, ["images", "description"])).toEqual(is);
});
