import { sql } from "drizzle-orm";
import { type DrizzleTransactionLike, fromDrizzle } from "pg-boss";
import type { Database, Db } from "./open-database.ts";

/** Bare SQL with parameters within a transaction, as `Database.rows` is outside of one. */
export const rowsIn =
  (tx: Db): Database["rows"] =>
  async <Row>(text: string, parameters: unknown[] = []) => {
    const { rows } = await fromDrizzle(tx as DrizzleTransactionLike, sql).executeSql(text, parameters);
    return rows as Row[];
  };
