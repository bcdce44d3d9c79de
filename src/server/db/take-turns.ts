import { performance } from "node:perf_hooks";

/** Milliseconds that one chain of queries may go on for before everybody else has a turn. */
const longestTurn = 5;

/** The method of PGlite that each query goes through, inside of transactions too. */
type Queries = { _runExclusiveQuery: <T>(query: () => Promise<T>) => Promise<T> };

/**
 * The embedded database answers within the same turn of the event loop, so a chain of small queries would keep everything
 * else from running until its end: timers, requests, `/healthz`. Every few milliseconds a query waits for one turn of the
 * loop before it begins.
 */
export function takeTurns(lite: Queries): void {
  const run = lite._runExclusiveQuery.bind(lite);
  let turnBegan = performance.now();
  lite._runExclusiveQuery = async (query) => {
    if (performance.now() - turnBegan > longestTurn) {
      await new Promise((resolve) => setImmediate(resolve));
      turnBegan = performance.now();
    }
    return run(query);
  };
}
