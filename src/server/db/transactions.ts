import { AsyncLocalStorage } from "node:async_hooks";

/** What the statements of a transaction have done so far. */
type Doings = { wroteDays: boolean };
const inTransaction = new AsyncLocalStorage<Doings>();

const changesDays =
  /(?:insert into|update|delete from)\s+"?(?:orders|wizard_drafts|day_holds|car_blocks|car_feeds|order_stretches|condition_records|return_denials)\b/i;

/** Whether a statement changes who has a car when. */
export const writesDays = (statement: string): boolean => changesDays.test(statement);

/** Whether the transaction that calls this has changed who has a car when. */
export const hasWrittenDays = (): boolean => inTransaction.getStore()?.wroteDays ?? false;

export const drizzleOptions = {
  casing: "snake_case",
  logger: {
    logQuery(statement: string) {
      const doings = inTransaction.getStore();
      if (doings && !doings.wroteDays) doings.wroteDays = writesDays(statement);
    },
  },
} as const;

/** Refuses a query of the outer connection while a transaction of this call runs. */
export function refuseInsideTransaction(): void {
  if (inTransaction.getStore()) throw new Error("A transaction is open here: use its tx, not db");
}

export const insideTransaction = <T>(work: () => Promise<T>): Promise<T> =>
  inTransaction.run({ wroteDays: false }, work);
