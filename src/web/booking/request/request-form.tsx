import { Suspense, useEffect, useRef } from "react";
import { useActionData, useSearchParams } from "react-router";
import { isDate, type IsoDate } from "#domain/dates.ts";
import { m } from "#web/paraglide/messages.js";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { showMoney, showWholeMoney } from "#web/ui/format/money.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import { Notice } from "#web/ui/notice.tsx";
import "#web/orders/orders.css";
import type { RequestActionData } from "./request-action.server.ts";
import { refusedWords } from "./request-answer.ts";
import { RequestDates } from "./request-dates.tsx";
import { RequestPerson } from "./request-person.tsx";
import { RequestSum } from "./request-sum.tsx";
import type { RequestValues } from "./request-rules.ts";
import { type PricedValues, type RequestedCar, type TaxedRental, useRequest } from "./use-request.ts";
import { useTaken } from "./use-taken.ts";

/** The code of the outcome is loaded once there are dates to check. */
const loadOutcome = () => import("#web/orders/request-outcome.tsx");
const RequestOutcome = lazyPart(loadOutcome, "RequestOutcome");
const TakenNotice = lazyPart(loadOutcome, "TakenNotice");

/** The card on a car's page that requests the car: the dates, the whole sum, the renter, and the outcome. */
export function RequestForm({
  car,
  today,
  firstDay,
  taxed,
  isPlusTax,
  isPreview = false,
}: {
  car: RequestedCar;
  today: IsoDate;
  /** The first day on which the car can still be picked up. */
  firstDay: IsoDate;
  taxed?: TaxedRental | undefined;
  /** Whether a tax is added to the car's monthly price. */
  isPlusTax?: boolean | undefined;
  /** Whether it is only looked at: it holds nobody's values, and the address stays as it is. */
  isPreview?: boolean;
}) {
  const answered = useActionData<RequestActionData>();
  const [query] = useSearchParams();
  const carried = (name: string): string => {
    const date = query.get(name) ?? "";
    return isDate(date) ? date : "";
  };
  const values: Partial<RequestValues> & PricedValues = answered?.values ?? {
    pickupDate: carried("pickupDate"),
    returnDate: carried("returnDate"),
    promo: "",
  };
  const request = useRequest(car, { today, firstDay, isPreview }, { ...answered, values, taxed });
  const { rental, refusal, price, answer, isSending, field } = request;
  const nextFree = useTaken(car.id, rental);
  const outcome = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (answer) outcome.current?.focus();
  }, [answer]);
  useEffect(() => {
    if (rental) loadOutcome().catch(() => undefined);
  }, [rental]);

  return (
    <form
      className="card grid grid-cols-1 gap-4.5 shadow-lift scroll-mt-24"
      id="request"
      method="post"
      action={`/cars/${car.id}`}
      aria-labelledby="request-title"
      data-draft={isPreview ? undefined : "request"}
      {...request.props}
    >
      <RequestHead monthlyPrice={car.monthlyPrice} isPlusTax={isPlusTax} />
      <Suspense>
        {(answer?.kind === "placed" || answer?.kind === "taken" || answer?.kind === "unavailable") && (
          <RequestOutcome answer={answer} wanted={rental} onPick={request.setDates} />
        )}
        {nextFree && !answer && (
          <TakenNotice
            answer={{ kind: "taken", nextFree, similarCars: [] }}
            wanted={rental}
            onPick={request.setDates}
          />
        )}
      </Suspense>
      {answer?.kind === "price_changed" && request.isQuoted && (
        <Notice kind="warn" isAlert ref={outcome}>
          {m.request_price_confirm({ total: showMoney(answer.price.total) })}
        </Notice>
      )}
      {(answer?.kind === "failed" || answer?.kind === "too_many" || answer?.kind === "refused") && (
        <Notice kind="bad" isAlert ref={outcome}>
          {refusedWords(answer.kind)}
        </Notice>
      )}
      <RequestDates
        car={car}
        today={today}
        firstDay={firstDay}
        hasTimes={Boolean(values.pickupTime || values.returnTime)}
        typed={request.typed}
        field={field}
        onLength={request.setLength}
      />
      <RequestSum car={car} rental={rental} refusal={refusal} price={price} onPick={request.setDates} />
      <hr className="my-1" />
      <RequestPerson field={field} canApply={rental !== undefined} onApply={request.quoteAgain} />
      <input type="hidden" name="totalPrice" value={price?.total ?? ""} readOnly />
      <SubmitButton isSending={isSending}>
        {isSending
          ? m.request_sending()
          : price
            ? m.request_submit_for({ total: showMoney(price.total) })
            : m.request_submit()}
      </SubmitButton>
    </form>
  );
}

type RequestHeadProps = { monthlyPrice: string; isPlusTax: boolean | undefined };

function RequestHead({ monthlyPrice, isPlusTax }: RequestHeadProps) {
  return (
    <div>
      <h2 className="sr-only" id="request-title">
        {m.request_title()}
      </h2>
      <p className="price [&>b]:text-xl/[inherit]">
        <Emphasised
          sentence={(price) => m.request_from_price({ price })}
          word={showWholeMoney(monthlyPrice)}
        />
        {isPlusTax && ` ${m.common_plus_tax()}`}
      </p>
    </div>
  );
}
