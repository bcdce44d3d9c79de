/**
 * Runs jobs one after the other, in the order in which they were given; one that fails doesn't stop the next.
 */
export function withMutex(): <Result>(job: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (job) => {
    const result = last.then(job);
    last = result.catch(() => undefined);
    return result;
  };
}
