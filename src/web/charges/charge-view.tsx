import type { ReactNode } from "react";
import type { Charge } from "#contract/charges.ts";
import type { Attachment } from "#contract/conversations.ts";
import { m } from "#web/paraglide/messages.js";
import { AttachmentView } from "#web/files/attachment-view.tsx";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { categoryNames, factsWords, outcomeWords, type Reader, states } from "./charge-words.ts";

type Props = { charge: Charge; reader: Reader; note?: ReactNode; children?: ReactNode };

/** A charge, everything that either side has said and shown, and its outcome. */
export function ChargeView({ charge, reader, note, children }: Props) {
  const { category, earlierCar, amount, taxes, words, facts, evidence, status, answer, reason } = charge;
  const outcome = outcomeWords(charge, reader);
  return (
    <article className="grid gap-3 min-w-0 wrap-anywhere" aria-label={categoryNames[category]()}>
      <header className="flex flex-wrap items-baseline gap-x-3 gap-y-1 [&>b]:ms-auto">
        <h3 className="h4">{categoryNames[category]()}</h3>
        <b className="num">
          {showMoney(amount)}
          {taxes && (
            <small className="block font-text">{m.charges_plus_taxes({ taxes: showMoney(taxes) })}</small>
          )}
        </b>
        <span className={states[status].badge}>{states[status].name()}</span>
      </header>
      {note}
      {earlierCar && <p className="small">{m.charges_earlier_car({ car: shownCarName(earlierCar) })}</p>}
      {facts && <p className="num small">{factsWords(facts)}</p>}
      {words && <p className="whitespace-pre-line">{words}</p>}
      <Evidence files={evidence} />
      {answer && answer.answer === "contest" && (
        <section className="grid gap-2 border-s-3 border-line ps-3.5">
          <h4 className="text-sm/[inherit] font-[600]">
            {reader === "renter" ? m.charges_said_you() : m.charges_said_renter()}
          </h4>
          <p className="whitespace-pre-line">{answer.words}</p>
          <Evidence files={answer.evidence} />
        </section>
      )}
      {outcome && <p>{outcome}</p>}
      {reason && <p className="whitespace-pre-line">{m.charges_reason({ reason })}</p>}
      {children}
    </article>
  );
}

function Evidence({ files }: { files: readonly Attachment[] }) {
  if (files.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-3 [&_img]:max-h-48" aria-label={m.charges_evidence()}>
      {files.map((file) => (
        <li key={file.id}>
          <AttachmentView attachment={file} />
        </li>
      ))}
    </ul>
  );
}
