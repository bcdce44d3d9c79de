type Job = { isHeavy: boolean; begin: () => void };
type Person = { waiting: Job[]; running: number };
type Limits = { most: number; mostEach?: number };

/** Runs a job in its turn; `by` is the person who wants it. At most one heavy job runs at once. */
export type FairQueue = <Result>(
  by: string,
  job: () => Promise<Result>,
  options?: { isHeavy?: boolean },
) => Promise<Result>;

/**
 * Runs at most `most` jobs at once, and `mostEach` of one person. A person with very many jobs waits for them;
 * another person's next job begins as soon as one ends.
 */
export function fairQueue({ most, mostEach = most }: Limits): FairQueue {
  // The map's sequence is the sequence of turns: a person who has had a turn goes to the end.
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
