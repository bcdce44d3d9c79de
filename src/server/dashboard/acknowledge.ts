import type { Rows } from "./queries.ts";

export const acknowledge = ({ rows }: Rows, accountId: string, id: string): Promise<unknown> =>
  rows("insert into alert_acknowledgements (alert_id, account_id) values ($1, $2) on conflict do nothing", [
    id,
    accountId,
  ]);
