import type { OrderDocumentShown } from "#contract/documents.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import { taxLabel } from "#domain/pricing/tax-rates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoney } from "#web/ui/format/money.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { kindNames } from "./kind-names.ts";

/** A document's kind, number, date and taxes, and the document that voids it or that it voids. */
export function DocumentWords({ document }: { document: OrderDocumentShown }) {
  const { number, kind, issuedAt, voids, voidedBy, taxes = [] } = document;
  return (
    <span className="grid min-w-0">
      <span className="flex flex-wrap items-center gap-x-2">
        <b className={voidedBy ? "line-through" : undefined}>{kindNames[kind]()}</b>
        {voidedBy && <span className="badge badge-cancelled">{m.documents_voided()}</span>}
      </span>
      <span className="num text-[0.875rem]">
        {number} · {showDate(dateInLosAngeles(Date.parse(issuedAt)))}
      </span>
      {taxes.map(({ tax, amount }) => (
        <span key={taxLabel(tax, "en")} className="num text-[0.875rem]">
          {m.documents_tax({ tax: taxLabel(tax, currentLanguage()), amount: showMoney(amount) })}
        </span>
      ))}
      {voids && <span className="num text-[0.875rem]">{m.documents_voids({ number: voids })}</span>}
      {voidedBy && <span className="num text-[0.875rem]">{m.documents_voided_by({ number: voidedBy })}</span>}
    </span>
  );
}
