import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import type { IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { showMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { InstalmentPlan } from "#web/orders/instalment-plan.tsx";
import { Bill, BillTerms, SumBar } from "#web/orders/order/bill.tsx";
import type { CheckoutAnswer } from "./checkout-answer.ts";
import { type Renter, renterFields } from "#web/booking/cached-renter.ts";
import { PaymentOptions } from "./payment-options.tsx";
import type { PlanOrder } from "./plan-order.ts";
import { PromoField } from "./promo-field.tsx";
import type { ShownPrice } from "#web/ui/format/shown-price.ts";
import { refusedWords } from "#web/booking/request/request-answer.ts";
import { useCheckout } from "./use-checkout.ts";
import { Way } from "./checkout-steps.tsx";

type CheckoutFormProps = {
  /** The address for posting without JavaScript: it holds the choice, nothing about the renter. */
  address: string;
  /** The address of the step before. */
  back: string;
  order: PlanOrder;
  today: IsoDate;
  start: { price: ShownPrice; renter: Renter; answer?: CheckoutAnswer; promo?: string };
  asked: ReactNode;
  /** The ordered plan, for the bill. */
  bill: Omit<ComponentProps<typeof Bill>, "price" | "children">;
};

export function CheckoutForm({ address, back, order, today, start, asked, bill }: CheckoutFormProps) {
  const { form, renter, price, answer, errors, isSending, applyPromo, watch, send } = useCheckout(
    order,
    today,
    start,
  );
  const alert = useRef<HTMLDivElement>(null);
  const isPromoRefused = answer?.kind === "promo_refused";

  // An error in a field puts the cursor there. An error outside the fields moves the focus to its notice.
  useEffect(() => {
    if (answer?.kind === "no_renter" || answer?.kind === "failed" || answer?.kind === "price_changed")
      alert.current?.focus();
    if (answer?.kind === "promo_refused")
      form.current?.querySelector<HTMLElement>("#checkout-promo")?.focus();
  }, [answer, form]);

  const place = (
    <button
      className="btn btn-primary"
      type="submit"
      aria-busy={isSending || undefined}
      aria-disabled={isSending || undefined}
    >
      {isSending && <span className="moon-spin" aria-hidden="true" />}
      {isSending ? m.request_sending() : m.checkout_place()}
    </button>
  );

  return (
    <form
      className="with-sum-bar"
      method="post"
      action={address}
      ref={form}
      noValidate
      onInput={watch}
      onSubmit={send}
    >
      {renterFields.map((name) => (
        <input key={name} type="hidden" name={name} value={renter[name]} readOnly />
      ))}
      <input type="hidden" name="totalPrice" value={price.total} readOnly />
      <div className="page">
        {asked}
        <header className="grid gap-2.5 max-w-176 mt-[clamp(1.75rem,3vw,2.5rem)]">
          <h1 className="h2">{m.checkout_heading()}</h1>
          <p className="muted">{m.checkout_lead()}</p>
        </header>
        <Way step={3} />
        <div className="flow">
          <div className="grid grid-cols-1 gap-10">
            {answer && !isPromoRefused && (
              <Notice kind={answer.kind === "price_changed" ? "warn" : "bad"} isAlert ref={alert}>
                <span id="checkout-alert">{alertWords(answer)}</span>{" "}
                {answer.kind === "no_renter" && <Link to={back}>{m.checkout_back()}</Link>}
              </Notice>
            )}
            <PaymentOptions
              errors={errors}
              hasAlert={answer?.kind === "no_method" || answer?.kind === "card_missing"}
            />
            <div className="flow-foot">
              <Link className="link" to={back}>
                <Icon name="back" />
                <span>{m.checkout_back()}</span>
              </Link>
              {place}
            </div>
          </div>
          <aside className="flow-side">
            <Bill {...bill} price={price}>
              <InstalmentPlan price={price} rental={order.rental} />
              <PromoField
                id="checkout-promo"
                defaultValue={start.promo}
                error={isPromoRefused ? m.order_error_promo() : undefined}
                isAlert
                canApply
                onApply={applyPromo}
              />
            </Bill>
            <BillTerms milesIncluded={price.milesIncluded} />
          </aside>
        </div>
      </div>
      <SumBar sum={showMoney(price.total)} text={m.order_for_months({ count: price.months })}>
        {place}
      </SumBar>
    </form>
  );
}

function alertWords(answer: CheckoutAnswer): string {
  if (answer.kind === "no_method") return m.checkout_alert_method();
  if (answer.kind === "card_missing") return m.checkout_alert_card();
  if (answer.kind === "no_renter") return m.checkout_alert_renter();
  if (answer.kind === "price_changed")
    return m.request_price_confirm({ total: showMoney(answer.price.total) });
  return refusedWords(answer.kind === "too_many" || answer.kind === "refused" ? answer.kind : "failed");
}
