import type { ErrorCode } from "#contract/errors.ts";
import { m } from "#web/paraglide/messages.js";

/** Why a month can't be closed or reopened, by the code of the refusal. */
export const monthRefusals: ReadonlyMap<string, typeof m.finance_month_not_over> = new Map<
  ErrorCode,
  typeof m.finance_month_not_over
>([
  ["month_not_over", m.finance_month_not_over],
  ["month_needs_another", m.finance_month_needs_another],
]);
