import { Suspense } from "react";
import { Link } from "react-router";
import type { OrderMoneyShown } from "#contract/payments.ts";
import { m } from "#web/paraglide/messages.js";
import { phoneLink, useBusiness } from "#web/layout/business.ts";
import { showMomentInLosAngeles } from "#web/ui/format/los-angeles-moment.ts";
import { showMoney } from "#web/ui/format/money.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { InstalmentList } from "./instalment-list.tsx";
import type { Payer } from "./pay-online.tsx";

// A new order has no payments yet, and few orders have a credit, a failed charge, a page to pay on or a saved
// method: all other orders don't load the words for these parts.
const Moved = lazyPart(() => import("./moved.tsx"), "Moved");
const FailedCharge = lazyPart(() => import("./failed-charge.tsx"), "FailedCharge");
const Credit = lazyPart(() => import("./credit.tsx"), "Credit");
const PayOnline = lazyPart(() => import("./pay-online.tsx"), "PayOnline");
const SavedMethod = lazyPart(() => import("./saved-method.tsx"), "SavedMethod");

/** All money of an order for its renter: what is due, how to pay it, payments and refunds. */
export function OrderMoney({ money, payer }: { money: OrderMoneyShown; payer: Payer }) {
  const { instalments, payments, refunds, writtenOff } = money;
  if (instalments.length + payments.length + refunds.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="order-payments">
      <h2 className="h3" id="order-payments">
        {m.payments_title()}
      </h2>
      <DueNow money={money} payer={payer} />
      <InstalmentList instalments={instalments} />
      {payments.length + refunds.length > 0 && (
        <Suspense>
          <Moved money={money} />
        </Suspense>
      )}
      {Number(money.credit) > 0 && (
        <Suspense>
          <Credit amount={money.credit} payer={payer} />
        </Suspense>
      )}
      {Number(writtenOff) > 0 && <p>{m.payments_written_off({ amount: showMoney(writtenOff) })}</p>}
    </section>
  );
}

function DueNow({ money, payer }: { money: OrderMoneyShown; payer: Payer }) {
  const { dueNow, leftToPay, instalments } = money;
  if (instalments.length === 0) return null;
  if (Number(leftToPay) === 0)
    return (
      <>
        {Number(money.writtenOff) === 0 && <p>{m.payments_all_paid()}</p>}
        {money.savedMethod && (
          <Suspense>
            <SavedMethod method={money.savedMethod} payer={payer} />
          </Suspense>
        )}
      </>
    );
  return (
    <>
      <dl className="sum">
        <div className="now">
          <dt>{m.payments_due_now()}</dt>
          <dd>{showMoney(dueNow)}</dd>
        </div>
        <div>
          <dt>{m.payments_left()}</dt>
          <dd>{showMoney(leftToPay)}</dd>
        </div>
      </dl>
      {money.payUntil && !money.isConfirming && (
        <Notice kind="warn">
          {m.payments_pay_until({ moment: showMomentInLosAngeles(money.payUntil) })}
        </Notice>
      )}
      {!money.isConfirming && money.failedCharge && (
        <Suspense>
          <FailedCharge {...money} />
        </Suspense>
      )}
      {money.small && <p>{smallWords(money.small)}</p>}
      {(money.mode === "built_in" || money.providers.length > 0) && (
        <div className="px-5 py-4 rounded-lg bg-sunken">
          <h3 className="text-sm/[inherit] font-[600]">{m.payments_how()}</h3>
          {money.mode === "built_in" ? (
            <HowToPay instructions={money.instructions} />
          ) : (
            <Suspense>
              <PayOnline money={money} payer={payer} />
            </Suspense>
          )}
        </div>
      )}
    </>
  );
}

/** The owner's own instructions; if there are none, how to contact us about it. */
function HowToPay({ instructions }: Pick<OrderMoneyShown, "instructions">) {
  const business = useBusiness();
  if (instructions) return <p className="whitespace-pre-line wrap-anywhere">{instructions}</p>;
  return (
    <p>
      {m.payments_how_ask()}{" "}
      <Link className="keep" to="/contact">
        {m.layout_nav_contact()}
      </Link>
      {business?.phone && (
        <>
          {"\u00a0· "}
          <a className="whitespace-nowrap" href={phoneLink(business.phone)}>
            {business.phone}
          </a>
        </>
      )}
    </p>
  );
}

/** A sum that is due but that no provider's page takes by itself. */
function smallWords({ amount, joinsNext }: NonNullable<OrderMoneyShown["small"]>): string {
  const shown = { amount: showMoney(amount) };
  return joinsNext ? m.payments_small_joins(shown) : m.payments_small_alone(shown);
}
