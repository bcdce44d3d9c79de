import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router";
import type { Agreement } from "#contract/documents.ts";
import { ApiError } from "#web/api.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { OrderNotFound } from "#web/layout/order-not-found.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode, sessionErrorWords } from "#web/session/failure-words.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/session/states.tsx";
import { agreementQuery } from "./queries.ts";
import { SignAgreement } from "./sign-agreement.tsx";

export const meta = () => pageMeta({ title: m.documents_kind_agreement() });

/** The rental agreement of an order, in both languages. The renter accepts it by typing their name. */
export default function AgreementPage() {
  const { orderId = "" } = useParams();
  const { data, error } = useQuery(agreementQuery(orderId));
  if (error instanceof ApiError && error.status === 404) return <OrderNotFound />;
  return (
    <div className="grid grid-cols-1 gap-7 max-w-240">
      <header className="grid gap-2">
        <p className="no-print">
          <Link className="link small" to={`/dashboard/trips/${orderId}`}>
            <Icon name="back" />
            {m.papers_to_order()}
          </Link>
        </p>
        <h1 className="h2">{m.documents_kind_agreement()}</h1>
        <p className="muted">{m.documents_agreement_lead()}</p>
      </header>
      {error && (
        <Notice kind={isNotReady(error) ? "info" : "bad"} isAlert>
          {isNotReady(error) ? m.documents_agreement_not_ready() : sessionErrorWords(error)}
        </Notice>
      )}
      {!data && !error && <Waiting>{m.own_orders_loading()}</Waiting>}
      {data && <Clauses agreement={data} />}
      {data?.accepted && (
        <Notice kind="good">
          {m.documents_accepted({ name: data.accepted.name, at: showMomentInLosAngeles(data.accepted.at) })}
        </Notice>
      )}
      {data && !data.accepted && <SignAgreement orderId={orderId} agreement={data} />}
    </div>
  );
}

const isNotReady = (error: Error): boolean => failureCode(error) === "agreement_not_ready";

/** The reader's language comes first; the other is beside it or, on a phone, below it. */
function Clauses({ agreement: { clauses } }: { agreement: Agreement }) {
  const languages = currentLanguage() === "zh" ? (["zh", "en"] as const) : (["en", "zh"] as const);
  return (
    <ol className="grid gap-6">
      {clauses.map((clause) => (
        <li key={clause.en.title} className="grid grid-cols-2 gap-x-10 gap-y-2 max-[48rem]:grid-cols-1">
          {languages.map((language) => (
            <section key={language} lang={language === "zh" ? "zh-Hans" : "en"}>
              <h2 className="text-[1rem] font-[650]">{clause[language].title}</h2>
              <p>{clause[language].text}</p>
            </section>
          ))}
        </li>
      ))}
    </ol>
  );
}
