import type { Db } from "./open-database.ts";

/**
 * A query that is built once for a database or a transaction, and that each connection to a server plans once. For
 * queries of nearly every call: building and planning them takes longer than running them.
 */
export function prepared<P>(
  name: string,
  build: (db: Db) => { prepare: (name: string) => P },
): (db: Db) => P {
  const built = new WeakMap<Db, P>();
  return (db) => {
    const known = built.get(db) ?? build(db).prepare(name);
    built.set(db, known);
    return known;
  };
}
