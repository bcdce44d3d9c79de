import type { FinanceFigure } from "#domain/payments/finance.ts";
import type { LedgerAccount, TransactionKind } from "#domain/payments/ledger.ts";
import type { MatchStatus, ReportKind } from "#domain/payments/reconciliation.ts";
import type { CellProblem } from "#domain/payments/report-file.ts";
import { m } from "#web/paraglide/messages.js";

export const figureNames: Record<FinanceFigure, () => string> = {
  due: m.finance_due,
  received: m.finance_received,
  refunded: m.finance_refunded,
  charged_back: m.finance_charged_back,
  overdue_week: m.finance_overdue_week,
  overdue_month: m.finance_overdue_month,
  overdue_older: m.finance_overdue_older,
  to_refund: m.finance_to_refund,
  written_off: m.finance_written_off,
  to_write_off: m.finance_to_write_off,
  to_correct: m.finance_to_correct,
  owed_by_renters: m.finance_owed_by_renters,
  owed_to_renters: m.finance_owed_to_renters,
};

export const accountNames: Record<LedgerAccount, () => string> = {
  renter: m.finance_account_renter,
  provider_clearing: m.finance_account_provider_clearing,
  cash: m.finance_account_cash,
  deferred_revenue: m.finance_account_deferred_revenue,
  rental_revenue: m.finance_account_rental_revenue,
  insurance: m.finance_account_insurance,
  fees: m.finance_account_fees,
  taxes: m.finance_account_taxes,
  promo: m.finance_account_promo,
  host_payable: m.finance_account_host_payable,
  deferred_host_share: m.finance_account_deferred_host_share,
  host_share: m.finance_account_host_share,
  platform_income: m.finance_account_platform_income,
  refunds: m.finance_account_refunds,
  write_off: m.finance_account_write_off,
  chargebacks: m.finance_account_chargebacks,
  chargeback_fees: m.finance_account_chargeback_fees,
  provider_fees: m.finance_account_provider_fees,
  bank: m.finance_account_bank,
};

export const kindNames: Record<TransactionKind, () => string> = {
  instalment: m.finance_kind_instalment,
  reversal: m.finance_kind_reversal,
  recognition: m.finance_kind_recognition,
  payment: m.finance_kind_payment,
  correction: m.finance_kind_correction,
  refund: m.finance_kind_refund,
  write_off: m.finance_kind_write_off,
  chargeback: m.finance_kind_chargeback,
  provider_fee: m.finance_kind_provider_fee,
  provider_payout: m.finance_kind_provider_payout,
  payout: m.finance_kind_payout,
  host_share: m.finance_kind_host_share,
  host_balance: m.finance_kind_host_balance,
};

export const statusNames: Record<MatchStatus, () => string> = {
  missing_here: m.finance_recon_missing_here,
  missing_there: m.finance_recon_missing_there,
  amount_differs: m.finance_recon_amount_differs,
  matched: m.finance_recon_matched,
  fee: m.finance_recon_fee,
  payout: m.finance_recon_payout,
};

export const reportKindNames: Record<ReportKind, () => string> = {
  payment: m.finance_recon_kind_payment,
  refund: m.finance_recon_kind_refund,
  dispute: m.finance_recon_kind_dispute,
  fee: m.finance_recon_kind_fee,
  payout: m.finance_recon_kind_payout,
  transfer: m.finance_recon_kind_transfer,
  other: m.finance_recon_kind_other,
};

export const cellProblemWords: Record<CellProblem, () => string> = {
  empty: m.finance_recon_problem_empty,
  amount: m.finance_recon_problem_amount,
  date: m.finance_recon_problem_date,
  too_long: m.finance_recon_problem_too_long,
  unreadable: m.finance_recon_problem_unreadable,
};
