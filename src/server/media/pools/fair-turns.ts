type Job = { isHeavy: boolean; begin: () => void };
type Person = { waiting: Job[]; running: number };
type Limits = { most: number; mostEach?: number };

/** Runs a job in its turn; `by` is whoever wants it done. At most one heavy job runs at once. */
export type FairQueue = <Result>(
  by: string,
  job: () => Promise<Result>,
  options?: { isHeavy?: boolean },
) => Promise<Result>;

/**
 * At most so many jobs at once, and so many of one person. Whoever wants a great many done waits for them: of
 * anybody else the next one is begun as soon as one ends.
 */
export function fairQueue({ most, mostEach = most }: Limits): FairQueue {
  // In the order in which they are asked; whoever has or had a turn goes to the end.
  const people = new Map<string, Person>();
  let running = 0;
  let isHeavyRunning = false;

  function next(): { by: string; person: Person; job: Job } | undefined {
    for (const [by, person] of people) {
      if (person.running >= mostEach) continue;
      const at = person.waiting.findIndex(({ isHeavy }) => !(isHeavy && isHeavyRunning));
      const [job] = at < 0 ? [] : person.waiting.splice(at, 1);
      if (job) return { by, person, job };
    }
    return undefined;
  }

  function toTheEnd(by: string, person: Person): void {
    people.delete(by);
    if (person.running > 0 || person.waiting.length > 0) people.set(by, person);
  }

  function fill(): void {
    while (running < most) {
      const found = next();
      if (!found) return;
      const { by, person, job } = found;
      running++;
      person.running++;
      if (job.isHeavy) isHeavyRunning = true;
      toTheEnd(by, person);
      job.begin();
    }
  }

  return async (by, job, { isHeavy = false } = {}) => {
    const turn = Promise.withResolvers<void>();
    const person = people.get(by) ?? { waiting: [], running: 0 };
    people.set(by, person);
    person.waiting.push({ isHeavy, begin: turn.resolve });
    fill();
    await turn.promise;
    try {
      return await job();
    } finally {
      running--;
      person.running--;
      if (isHeavy) isHeavyRunning = false;
      toTheEnd(by, person);
      fill();
    }
  };
}
