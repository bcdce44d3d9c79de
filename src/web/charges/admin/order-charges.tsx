import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AdminCharge } from "#contract/charges.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { ChargeView } from "#web/charges/charge-view.tsx";
import { ProposeCharge } from "#web/charges/propose-charge.tsx";
import { orderChargesQuery } from "#web/charges/queries.ts";
import { m } from "#web/paraglide/messages.js";
import { showMoment } from "#web/ui/format/moment.ts";
import { WithdrawCharge } from "./withdraw-charge.tsx";

/** The charges of an order in its dialog, and the form that proposes one. */
export function OrderCharges({ orderId }: { orderId: string }) {
  const { data } = useQuery(orderChargesQuery(orderId));
  if (!data) return null;
  const cars = data.cars.filter(({ proposable }) => proposable.length > 0);
  if (data.charges.length + cars.length === 0) return null;
  return (
    <section aria-labelledby="admin-order-charges">
      <h3 id="admin-order-charges">{m.admin_charges_title()}</h3>
      <div className="stack">
        <div className="grid gap-6 [&>article+article]:pt-6 [&>article+article]:border-t [&>article+article]:border-line">
          {data.charges.map((charge) => (
            <ChargeView key={charge.id} charge={charge} reader="team" note={<ProposedBy charge={charge} />}>
              {charge.mayDecide && (
                <p>
                  <Link className="btn btn-secondary btn-sm" to={`/admin/disputes?id=${charge.id}`}>
                    {m.admin_charges_open_dispute()}
                  </Link>
                </p>
              )}
              {charge.mayWithdraw && <WithdrawCharge charge={charge} />}
            </ChargeView>
          ))}
        </div>
        {cars.length > 0 && (
          <ProposeCharge
            orderId={orderId}
            cars={data.cars.length > 1 ? cars : [{ proposable: data.proposable }]}
            reported={data.reported}
          />
        )}
      </div>
    </section>
  );
}

export const ProposedBy = ({ charge: { proposedBy, proposedAt } }: { charge: AdminCharge }) => (
  <p className="small muted">
    {m.admin_charges_by({ who: actorName(proposedBy), when: showMoment(proposedAt) })}
  </p>
);
