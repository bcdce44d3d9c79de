import type { Charge } from "#contract/charges.ts";
import { m } from "#web/paraglide/messages.js";
import { showAge, showMoment } from "#web/ui/format/moment.ts";
import { Notice } from "#web/ui/notice.tsx";
import { AnswerCharge } from "./answer-charge.tsx";
import { ChargeView } from "./charge-view.tsx";

/** The charges beyond the price, on the renter's trip page: evidence, the time left, and the answer. */
export function TripCharges({ charges }: { charges: readonly Charge[] }) {
  if (charges.length === 0) return null;
  return (
    <section className="stack no-print" aria-labelledby="trip-charges">
      <h2 className="h3" id="trip-charges">
        {m.charges_title()}
      </h2>
      <p className="muted">{m.charges_lead()}</p>
      <div className="grid gap-6 [&>article+article]:pt-6 [&>article+article]:border-t [&>article+article]:border-line">
        {charges.map((charge) => (
          <ChargeView key={charge.id} charge={charge} reader="renter">
            {charge.status === "proposed" && (
              <>
                <Clock charge={charge} />
                <AnswerCharge charge={charge} />
              </>
            )}
          </ChargeView>
        ))}
      </div>
    </section>
  );
}

function Clock({ charge: { answerUntil, bySilence } }: { charge: Charge }) {
  return (
    <Notice kind="warn">
      <p>{m.charges_answer_until({ when: showMoment(answerUntil), left: showAge(answerUntil) })}</p>
      <p>{bySilence === "lapse_accepted" ? m.charges_silence_accepts() : m.charges_silence_disputes()}</p>
    </Notice>
  );
}
