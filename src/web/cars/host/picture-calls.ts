import type { HostCar } from "#contract/host-cars.ts";

/** How the host has arranged pictures while the calls about it are under way. */
export type Arrangement = { order: readonly string[]; removed: readonly string[] };
export const asSaved: Arrangement = { order: [], removed: [] };

/** A car's pictures as the host has arranged them. A picture that was added meanwhile comes last. */
export function arranged(images: readonly string[], { order, removed }: Arrangement): string[] {
  const rankOf = (url: string): number => (order.includes(url) ? order.indexOf(url) : order.length);
  return images.filter((url) => !removed.includes(url)).toSorted((one, other) => rankOf(one) - rankOf(other));
}

type PictureCallsOptions = {
  /** The pictures that the car has as far as we know. */
  images: () => readonly string[];
  sendOrder: (images: string[]) => Promise<HostCar>;
  sendRemoval: (url: string) => Promise<HostCar>;
  /** Reads the car again after a failed call: another device may have added or removed a picture. */
  reread: () => Promise<HostCar>;
  adopt: (car: HostCar) => void;
  onArranged: (arrangement: Arrangement) => void;
  onError: (error: unknown) => void;
};

/**
 * Sends what a host does with pictures, one call at a time. Of several orders that wait, only the newest is sent. The
 * pictures stay as the host has arranged them until no call is left.
 */
export function makePictureCalls(options: PictureCallsOptions) {
  const { images, sendOrder, sendRemoval, reread, adopt, onArranged, onError } = options;
  let arrangement = asSaved;
  let waiting: ("order" | { removed: string })[] = [];
  let isBusy = false;
  /** What the car has no more, though an answer with it may still be on its way. */
  let gone: string[] = [];

  const arrange = (next: Partial<Arrangement>): void => {
    arrangement = { ...arrangement, ...next };
    onArranged(arrangement);
  };
  async function send(next: (typeof waiting)[number]): Promise<HostCar> {
    // An order names every picture, those too that are about to be removed.
    if (next === "order") return sendOrder(arranged(images(), { ...arrangement, removed: gone }));
    const car = await sendRemoval(next.removed);
    gone.push(next.removed);
    return car;
  }

  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    onError(undefined);
    for (let next; (next = waiting.shift());)
      try {
        adopt(await send(next));
      } catch (error) {
        waiting = [];
        onError(error);
        await reread().then(adopt, () => undefined);
      }
    isBusy = false;
    gone = [];
    arrange(asSaved);
  }

  return {
    move: (from: number, to: number): void => {
      const order = arranged(images(), arrangement);
      order.splice(to, 0, ...order.splice(from, 1));
      arrange({ order });
      waiting = [...waiting.filter((one) => one !== "order"), "order"];
      void run();
    },
    remove: (url: string): void => {
      arrange({ removed: [...arrangement.removed, url] });
      waiting.push({ removed: url });
      void run();
    },
  };
}
