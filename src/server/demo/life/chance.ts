/** The same random numbers every time: mulberry32 with a fixed seed. */
export function makeChance(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    /** True with this probability in percent. */
    in100: (times: number): boolean => next() * 100 < times,
    /** A whole number between two, both included. */
    between: (least: number, most: number): number => least + Math.floor(next() * (most - least + 1)),
    /** One item of a list. */
    of<T>(some: readonly [T, ...T[]]): T {
      return some[Math.floor(next() * some.length)] ?? some[0];
    },
  };
}
export type Chance = ReturnType<typeof makeChance>;
