import type { FinanceFigure } from "#domain/payments/finance.ts";
import type { LedgerAccount, TransactionKind } from "#domain/payments/ledger.ts";
import { m } from "#web/paraglide/messages.js";

export const figureNames: Record<FinanceFigure, () => string> = {
  due: m.finance_due,
  received: m.finance_received,
  refunded: m.finance_refunded,
  overdue_week: m.finance_overdue_week,
  overdue_month: m.finance_overdue_month,
  overdue_older: m.finance_overdue_older,
  to_refund: m.finance_to_refund,
};

export const accountNames: Record<LedgerAccount, () => string> = {
  renter: m.finance_account_renter,
  provider_clearing: m.finance_account_provider_clearing,
  cash: m.finance_account_cash,
  rental_revenue: m.finance_account_rental_revenue,
  insurance: m.finance_account_insurance,
  fees: m.finance_account_fees,
  taxes: m.finance_account_taxes,
  promo: m.finance_account_promo,
  host_payable: m.finance_account_host_payable,
  platform_income: m.finance_account_platform_income,
  refunds: m.finance_account_refunds,
  write_off: m.finance_account_write_off,
};

export const kindNames: Record<TransactionKind, () => string> = {
  instalment: m.finance_kind_instalment,
  reversal: m.finance_kind_reversal,
  payment: m.finance_kind_payment,
  refund: m.finance_kind_refund,
};
