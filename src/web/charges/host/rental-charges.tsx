import { useQuery } from "@tanstack/react-query";
import { mayMoveCharge } from "#domain/charges/charges.ts";
import { ChargeView } from "#web/charges/charge-view.tsx";
import { ProposeCharge } from "#web/charges/propose-charge.tsx";
import { hostChargesQuery } from "#web/charges/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import { WithdrawCharge } from "./withdraw-charge.tsx";

/** Shows the charges of a host's rental and what became of each, with a form to propose another. */
export function RentalCharges({ orderId }: { orderId: string }) {
  const { data } = useQuery(hostChargesQuery(orderId));
  if (!data || data.charges.length + data.proposable.length === 0) return null;
  return (
    <section className="stack no-print" aria-labelledby="host-charges">
      <h2 className="h3" id="host-charges">
        {m.charges_title()}
      </h2>
      <p className="muted">{m.charges_host_lead()}</p>
      <div className="grid gap-6 [&>article+article]:pt-6 [&>article+article]:border-t [&>article+article]:border-line">
        {data.charges.map((charge) => (
          <ChargeView
            key={charge.id}
            charge={charge}
            reader="host"
            note={
              <p className="small muted">
                {charge.isOwn
                  ? m.charges_host_own({ when: showMoment(charge.proposedAt) })
                  : m.charges_host_ours({ when: showMoment(charge.proposedAt) })}
              </p>
            }
          >
            {charge.status === "proposed" && (
              <p className="small">{m.charges_host_until({ when: showMoment(charge.answerUntil) })}</p>
            )}
            {charge.isOwn && mayMoveCharge(charge.status, "withdraw") && <WithdrawCharge id={charge.id} />}
          </ChargeView>
        ))}
      </div>
      {data.proposable.length > 0 && (
        <ProposeCharge orderId={orderId} cars={[{ proposable: data.proposable }]} reported={data.reported} />
      )}
    </section>
  );
}
