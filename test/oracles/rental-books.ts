import { addMonths } from "#domain/dates.ts";
import { monthOf } from "#domain/payments/months.ts";
import { closeBooks } from "#server/finance/month-books.ts";
import { heldOf } from "#server/ledger/chargebacks.ts";
import { overpaidOf } from "#server/ledger/overpaid.ts";
import { type Services, today } from "#server/services.ts";
import type { TestApp } from "#test/app.ts";
import type { ProviderRentals } from "#test/provider-rentals.ts";
import type { startPaypal } from "#test/stand-ins/paypal.ts";
import type { StripeServer } from "#test/stand-ins/stripe.ts";

type Books = {
  test: TestApp;
  stripe: StripeServer;
  paypal?: Awaited<ReturnType<typeof startPaypal>>;
  rentals: ProviderRentals;
};

/** What an accountant would check in a rental's ledger, its documents, and its providers' reports. */
export function rentalBooks({ test, stripe, paypal, rentals }: Books) {
  const rows = <T>(text: string, values: unknown[] = []) =>
    test.services.database.rows<T & object>(text, values);

  const sumOf = async (orderId: string, account: string): Promise<number> =>
    (
      await rows<{ sum: number }>(
        "select coalesce(sum(amount), 0)::float8 as sum from ledger_entries where order_id = $1 and account = $2",
        [orderId, account],
      )
    )[0]?.sum ?? 0;

  /** Months that an administrator closes while a rental runs, and the rental's entries in them at that time. */
  function closedBooks(orderId: string, by: string) {
    const closed = new Map<string, string>();
    const standing = async (month: string) =>
      JSON.stringify(
        await rows(
          `select account, sum(amount)::text as amount, count(*)::int as entries from ledger_entries
         where order_id = $1 and to_char(posted_on, 'YYYY-MM') = $2 group by account order by account`,
          [orderId, month],
        ),
      );
    return {
      /** Closes last month, unless the product's clock is in it or before it. Returns how many it closed. */
      async close(services: Services): Promise<number> {
        const month = monthOf(addMonths(`${monthOf(today(services))}-01`, -1));
        if (month <= monthOf(today(test.services)) || closed.has(month)) return 0;
        await closeBooks(services, { month, by });
        closed.set(month, await standing(month));
        return 1;
      },
      async wrong(): Promise<string[]> {
        const now = await Promise.all([...closed.keys()].map(standing));
        return [...closed].flatMap(([month, before], index) =>
          now[index] === before ? [] : [`${month} was closed with ${before}, and has ${now[index]}`],
        );
      },
      reopen: () => rows("delete from closed_months"),
    };
  }
  /** Errors: an order's documents name another sum than its ledger. */
  async function wrongDocuments(id: string): Promise<string[]> {
    const [sums] = await rows<{ due: number; said_due: number; moved: number; said_moved: number }>(
      `select
       (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where t.order_id = $1 and e.account = 'renter' and t.instalment_id is not null)::float8 as due,
       (select coalesce(sum(case kind when 'invoice' then amount when 'credit_note' then -amount end), 0)
          from order_documents where order_id = $1)::float8 as said_due,
       (select coalesce(sum(e.amount), 0) from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where t.order_id = $1 and e.account in ('cash', 'provider_clearing')
            and t.kind in ('payment', 'correction', 'refund'))::float8 as moved,
       (select coalesce(sum(case when kind in ('receipt', 'refund_reversal') then amount
                                 when kind in ('receipt_reversal', 'refund_receipt') then -amount end), 0)
          from order_documents where order_id = $1)::float8 as said_moved`,
      [id],
    );
    if (!sums) return ["no sums"];
    const wrong: string[] = [];
    if (sums.due !== sums.said_due) wrong.push(`invoices of ${sums.said_due} for ${sums.due} due`);
    if (sums.moved !== sums.said_moved) wrong.push(`receipts of ${sums.said_moved} for ${sums.moved} moved`);
    return wrong;
  }

  /** Errors: the taxes owed to the authority are not the taxes billed. */
  async function wrongTaxes(id: string): Promise<string[]> {
    const billed = (await rentals.instalments(id))
      .filter(({ postedAt }) => postedAt !== null)
      .flatMap(({ lines }) => lines.filter(({ kind }) => kind === "taxes"))
      .reduce((sum, { amount }) => sum + amount, 0);
    const owed = -(await sumOf(id, "taxes"));
    return owed === billed ? [] : [`taxes of ${owed} for ${billed} billed`];
  }

  /** Errors: a refund disagrees with its parts, or a payment has higher refunds than its amount. */
  async function wrongRefunds(id: string): Promise<string[]> {
    const [wrong] = await rows<{ odd: number; beyond: number }>(
      `select
       (select count(*) from refunds r where order_id = $1 and (
          status = 'paid' and exists (select from refund_parts where refund_id = r.id and paid_at is null)
          or status in ('withdrawn', 'declined') and exists (select from refund_parts where refund_id = r.id and paid_at is not null)
          or amount <> (select coalesce(sum(amount), 0) from refund_parts where refund_id = r.id)))::int as odd,
       (select count(*) from payments p where order_id = $1 and case when status = 'succeeded' then amount else 0 end <
          (select coalesce(sum(part.amount), 0) from refund_parts part join refunds r on r.id = part.refund_id
             where part.payment_id = p.id and r.status in ('awaiting_approval', 'approved', 'paid')))::int as beyond`,
      [id],
    );
    return [
      ...(wrong?.odd ? ["a refund says otherwise than its parts"] : []),
      ...(wrong?.beyond ? ["more is to be given of a payment than came"] : []),
    ];
  }

  /** Errors in an order's money. With `isDelivered`, all events have arrived, and more rules must hold. */
  async function wrongOf(id: string, isDelivered: boolean): Promise<string[]> {
    const found: string[] = [];
    const { payments, instalments, balance } = await rentals.money(id);
    const charges = payments.filter(
      ({ attempt, instalmentId, status }) =>
        attempt !== null && instalmentId !== null && (status === "succeeded" || status === "begun"),
    );
    const charged = new Set(charges.map(({ instalmentId }) => instalmentId));
    if (charged.size !== charges.length) found.push("an instalment was charged twice");
    const clearing = await sumOf(id, "provider_clearing");
    const disputed = stripe.claims
      .of(rentals.intentsOf(id))
      .flatMap((dispute) => dispute.balance_transactions)
      .reduce((sum, { amount, fee }) => sum + Number(amount) - Number(fee), 0);
    const taken = rentals.takenFor(id) + (paypal?.takenFor(id) ?? 0) + disputed;
    if (isDelivered && clearing !== taken) found.push(`the ledger has ${clearing}, the providers ${taken}`);
    const cash = await sumOf(id, "cash");
    const over = await overpaidOf(test.services.database.db, id);
    // Money that a bank holds undecided counts as paid, its fees are ours, and written-off sums count as paid.
    const beside =
      (await heldOf(test.services.database.db, id)) +
      (await sumOf(id, "chargeback_fees")) +
      (await sumOf(id, "write_off"));
    if (isDelivered && over > Math.max(0, cash + clearing + beside))
      found.push(`a credit of ${over} that nobody paid`);
    found.push(...(await wrongTaxes(id)), ...(await wrongRefunds(id)));
    const received = instalments.reduce((sum, { paid }) => sum + paid, 0);
    const posted = instalments.reduce((sum, { amount, postedAt }) => sum + (postedAt ? amount : 0), 0);
    const total = instalments.reduce((sum, { amount }) => sum + amount, 0);
    if (received > Math.max(0, Math.min(total, posted - balance)))
      found.push(`${received} is shown as paid of ${posted - balance} received`);
    found.push(...(await wrongDocuments(id)));
    for (const { paid, amount } of instalments)
      if (paid < 0 || paid > amount) found.push(`an instalment of ${amount} is paid with ${paid}`);
    return found;
  }

  return { wrongOf, closedBooks };
}
