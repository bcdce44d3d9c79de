import type { IsoDate } from "#domain/dates.ts";
import type { ProviderName } from "#domain/payments/providers.ts";
import type { OurLine } from "#domain/payments/reconciliation.ts";
import { inLosAngeles } from "#server/db/in-los-angeles.ts";
import type { Database } from "#server/db/open-database.ts";

/** `abouts` are ids of payments that lines of disputes name. */
type ReconciledPeriod = {
  provider: ProviderName;
  from: IsoDate;
  to: IsoDate;
  refs: string[];
  abouts: string[];
};

/**
 * Our own lines for a provider: those of some days, and those with its ids of any day. A refund that bounced has two
 * lines, as it has in the report, where one may occur without the other; it is compared by its id alone. Money that
 * the provider could not give back, and that was given back by hand, never left its account.
 */
export const findOurLines = (
  { rows }: Pick<Database, "rows">,
  { provider, from, to, refs, abouts }: ReconciledPeriod,
): Promise<OurLine[]> =>
  rows<OurLine>(
    `with found as (
       select provider_ref as ref, null as about, 'payment' as kind, amount, order_id, status = 'succeeded' as is_written,
         coalesce(paid_on, ${inLosAngeles("created_at")}) as on_day
       from payments where mode = $1 and provider_ref is not null
         and (provider_ref = any($4::text[]) or (status = 'succeeded' and paid_on between $2::date and $3::date))
       union all
       select part.provider_ref, null, 'refund', coalesce(moved.amount, -part.amount), payments.order_id,
         moved.amount is not null, coalesce(moved.on_day, ${inLosAngeles("part.begun_at")})
       from refund_parts part join payments on payments.id = part.payment_id
         left join lateral (
           select entry.amount, coalesce(posted.effective_on, posted.posted_on) as on_day
           from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
           where posted.order_id = payments.order_id and posted.refund_id = part.refund_id
             and posted.payment_id = part.payment_id and entry.account = 'provider_clearing') as moved on true
       where payments.mode = $1 and part.provider_ref is not null and (part.failure is null or moved.amount is not null)
         and (part.provider_ref = any($4::text[])
           or part.failure is null and part.paid_at between $2::date - 1 and $3::date + 2)
       union all
       select back.provider_ref, payments.provider_ref, 'dispute', moved.amount, back.order_id, moved.amount <> 0,
         coalesce(moved.on_day, ${inLosAngeles("back.opened_at")})
       from chargebacks back join payments on payments.id = back.payment_id
         cross join lateral (values (-back.withdrawn, back.withdrawn_on), (back.reinstated, back.reinstated_on)) as moved (amount, on_day)
       where back.mode = $1 and (back.provider_ref = any($4::text[]) or payments.provider_ref = any($5::text[])
         or (moved.amount <> 0 and moved.on_day between $2::date and $3::date))
       union all
       select sent.provider_ref, null, 'transfer', moved.amount, null::uuid, moved.on_day is not null, moved.on_day
       from payouts sent cross join lateral (values (-sent.amount, sent.paid_on),
         (sent.amount, case when sent.status = 'failed' and sent.paid_on is not null
           then ${inLosAngeles("sent.closed_at")} end)) as moved (amount, on_day)
       where sent.mode = $1 and sent.provider_ref is not null and moved.on_day is not null
         and (sent.provider_ref = any($4::text[]) or moved.on_day between $2::date and $3::date))
     select ref, about, kind, amount::float8 as amount, order_id as "orderId", order_number as "orderNumber",
       is_written as "isWritten", coalesce(on_day::text, '') as "on"
     from found left join orders on orders.id = order_id order by on_day, ref`,
    [provider, from, to, refs, abouts],
  );
