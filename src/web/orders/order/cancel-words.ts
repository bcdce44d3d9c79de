import type { Cancellation } from "#contract/orders.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import { freeCancellationHours } from "#domain/pricing/rental-terms.ts";
import { m } from "#web/paraglide/messages.js";
import { currentLanguage } from "#web/i18n/language.ts";
import { centsFromWire, showMoney } from "#web/ui/format/money.ts";
import { listed, sentences } from "#web/ui/format/sentences.ts";

/** The question before an order is cancelled: what it means now. Without a price nothing was ever due. */
export function cancelWords(number: string, price: Cancellation | undefined): string {
  if (!price) return m.order_cancel_ask({ number });
  const { keptTaxes, refundTaxes } = price;
  return sentences(
    settledWords(number, price),
    keptTaxes && m.order_cancel_kept_taxes({ taxes: taxWords(keptTaxes) }),
    refundTaxes && m.order_cancel_refund_taxes({ taxes: taxWords(refundTaxes) }),
  );
}

function settledWords(number: string, price: Cancellation): string {
  const [kept, given] = [centsFromWire(price.kept), centsFromWire(price.refund)];
  if (!price.toCheck) return pricedWords(number, price);
  const checked = showMoney(price.toCheck);
  if (kept + given === 0) return m.order_cancel_ask_check({ number, refund: checked });
  return sentences(pricedWords(number, price), m.order_cancel_also_check({ amount: checked }));
}

function pricedWords(number: string, price: Cancellation): string {
  const refund = showMoney(price.refund);
  if (centsFromWire(price.kept) > 0)
    return m.order_cancel_ask_kept({
      number,
      refund,
      kept: showMoney(price.kept),
      hours: freeCancellationHours,
    });
  return centsFromWire(price.refund) > 0
    ? m.order_cancel_ask_free({ number, refund })
    : m.order_cancel_ask_unpaid({ number });
}

/** Each tax by its name, with its amount. */
const taxWords = (taxes: NonNullable<Cancellation["keptTaxes"]>): string =>
  listed(
    taxes.map(({ tax, amount }) =>
      m.order_cancel_tax({ tax: taxLabel(tax, currentLanguage()), amount: showMoney(amount) }),
    ),
  );
