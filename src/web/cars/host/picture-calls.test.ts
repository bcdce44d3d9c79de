import { expect, it, vi } from "vitest";
import type { HostCar } from "#contract/host-cars.ts";
import { type Arrangement, arranged, asSaved, makePictureCalls } from "./picture-calls.ts";

it("quick moves of pictures are sent one after the other, and a failed one shows the car again", async () => {
  let images = ["a", "b", "c"];
  let shown: Arrangement = asSaved;
  const seen = () => arranged(images, shown).join("");
  const sent: string[] = [];
  const answers: { resolve: (images: string[]) => void; reject: (error: Error) => void }[] = [];
  const answer = (what: string) => {
    sent.push(what);
    const { promise, resolve, reject } = Promise.withResolvers<HostCar>();
    answers.push({ resolve: (now) => resolve({ images: now } as HostCar), reject });
    return promise;
  };
  const failed: unknown[] = [];
  const calls = makePictureCalls({
    images: () => images,
    sendOrder: (order) => answer(order.join("")),
    sendRemoval: (url) => answer(`-${url}`),
    reread: () => Promise.resolve({ images: ["x", "c"] } as HostCar),
    adopt: (car) => void (images = car.images),
    onArranged: (arrangement) => void (shown = arrangement),
    onError: (error) => void (error && failed.push(error)),
  });
  const nextCall = (count: number) => vi.waitFor(() => expect(sent).toHaveLength(count));

  calls.move(0, 1);
  calls.move(1, 2);
  calls.move(0, 1);
  calls.remove("b");
  expect([sent, seen()]).toEqual([["bac"], "ca"]);
  answers[0]?.resolve(["b", "a", "c"]);
  await nextCall(2);
  // Another device's picture is not lost.
  images.push("d");
  expect(seen()).toBe("cad");
  answers[1]?.resolve(["c", "b", "a", "d"]);
  await nextCall(3);
  answers[2]?.resolve(["c", "a", "d"]);
  await vi.waitFor(() => expect(shown).toEqual(asSaved));
  expect([sent, seen()]).toEqual([["bac", "cba", "-b"], "cad"]);

  calls.move(0, 2);
  calls.move(0, 1);
  expect(seen()).toBe("dac");
  answers[3]?.reject(new Error("These are not the car's pictures"));
  await vi.waitFor(() => expect(seen()).toBe("xc"));
  expect([sent.length, failed.length]).toEqual([4, 1]);
});
