import { useMutation, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { AdminOrder } from "#contract/admin/orders.ts";
import { enterBooking, enterPlanOrder } from "#contract/admin/booking.ts";
import type { Answer } from "#contract/endpoint.ts";
import { createQuote } from "#contract/quotes.ts";
import { dateInLosAngeles } from "#domain/dates.ts";
import type { Tier } from "#domain/pricing/plans.ts";
import { stayErrors } from "#domain/pricing/rental-length.ts";
import { api, ApiError } from "#web/api.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { failureCode } from "#web/session/failure-words.ts";
import { focusFirst } from "#web/ui/form/form-elements.ts";
import type { CarStay } from "#web/ui/form/words/rental-error-words.ts";
import { Notice } from "#web/ui/notice.tsx";
import { PriceLines } from "#web/ui/price-lines.tsx";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { toast } from "#web/ui/toast.ts";
import { NewOrderFieldset } from "./new-order-fields.tsx";
import {
  bookingOf,
  newOrderErrors,
  newOrderFields,
  type NewOrderErrors,
  type NewOrderValues,
  planOrderOf,
  quoteOf,
  readNewOrder,
  rentalOf,
} from "./new-order.ts";
import { orderIds } from "#web/booking/order-id.ts";
import { makeStale } from "#web/make-stale.ts";

type NewOrderFormProps = { carId: string; tierName: (tier: Tier) => string };

/**
 * An order that an administrator enters by telephone: the dates, the car or plan, the renter. The server's price is
 * beside the button. The typed values stay in the inputs.
 */
export function NewOrderForm({ carId, tierName }: NewOrderFormProps) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const nextId = useRef(orderIds());
  const [today] = useState(() => dateInLosAngeles(Date.now()));
  const [typed, setTyped] = useState<NewOrderValues>();
  const [car, setCar] = useState<CarStay>();
  const [checked, setChecked] = useState<NewOrderErrors>({});
  const filters = typed && quoteOf(typed, today);
  const quote = useQuery({
    queryKey: ["api", "quotes", filters],
    queryFn: () => (filters ? api(createQuote, { body: filters }) : undefined),
    enabled: filters !== undefined,
    staleTime: 0,
  });
  const place = useMutation({
    mutationFn: (values: NewOrderValues) => send(values, quote.data?.total ?? "0.00", nextId.current),
    onSuccess: async ({ id, orderNumber, status }) => {
      toast({
        title:
          status === "confirmed"
            ? m.new_order_confirmed({ number: orderNumber })
            : m.new_order_placed({ number: orderNumber }),
      });
      await makeStale(cache, "order");
      await navigate(`/admin/order-management?order=${id}`);
    },
    // The order may be refused because the car was taken or its price changed meanwhile.
    onError: () => void Promise.all([quote.refetch(), makeStale(cache, "car")]),
  });

  const errors: NewOrderErrors = { ...refusedFields(place.error), ...checked };
  const first = newOrderFields.find((name) => errors[name]);
  const watch = () => form.current && setTyped(readNewOrder(form.current));
  useEffect(() => {
    if (first && form.current) focusFirst(form.current, [first]);
  }, [first, place.error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!form.current || place.isPending) return;
    const values = readNewOrder(form.current);
    const wrong = newOrderErrors(values, today, values.kind === "car" ? car : undefined);
    setChecked(wrong);
    place.reset();
    if (Object.keys(wrong).length === 0) place.mutate(values);
  };

  return (
    <form
      className="long-form grid grid-cols-[minmax(0,1fr)_20rem] items-start gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-6 mt-4 max-[62rem]:grid-cols-1"
      method="post"
      noValidate
      ref={form}
      onChange={watch}
      onSubmit={submit}
    >
      <NewOrderFieldset
        carId={carId}
        tierName={tierName}
        today={today}
        kind={typed?.kind ?? "car"}
        rental={typed && rentalOf(typed, today)}
        errors={errors}
        car={car}
        onCar={(chosen) => {
          setCar(chosen);
          watch();
        }}
      />
      <aside
        className="stack sticky top-6 p-5 border border-line rounded-md bg-fog max-[62rem]:static"
        aria-live="polite"
      >
        <QuotedPrice quote={quote} />
        {typed?.kind !== "plan" && (
          <label className="choice">
            <input type="checkbox" name="confirm" defaultChecked />
            <span>{m.new_order_confirm()}</span>
          </label>
        )}
        <p className="small muted">{m.new_order_confirm_hint()}</p>
        {first ? (
          <Notice kind="bad" isAlert>
            {m.admin_car_check()}
          </Notice>
        ) : (
          <PlacingFailed error={place.error} />
        )}
        <SubmitButton isSending={place.isPending}>{m.new_order_submit()}</SubmitButton>
      </aside>
    </form>
  );
}

type QuotedPriceProps = { quote: UseQueryResult<Answer<typeof createQuote> | undefined> };

function QuotedPrice({ quote }: QuotedPriceProps) {
  return (
    <>
      <h2 className="h3">{m.new_order_price()}</h2>
      {quote.data ? (
        <PriceLines {...quote.data} />
      ) : (
        <p className="small muted">{m.new_order_price_none()}</p>
      )}
      {quote.data?.available === false && <Notice kind="warn">{m.new_order_taken()}</Notice>}
      <Failed error={quote.error} onRetry={() => void quote.refetch()} />
    </>
  );
}

function PlacingFailed({ error }: { error: unknown }) {
  const words = new Map<string, () => string>([
    ["car_taken", m.new_order_taken],
    ["car_unavailable", m.new_order_unavailable],
    ["price_changed", m.new_order_price_changed],
  ]).get(failureCode(error));
  if (!words) return <Failed error={error} />;
  return (
    <Notice kind="bad" isAlert>
      {words()}
    </Notice>
  );
}

function send(
  values: NewOrderValues,
  totalPrice: string,
  idOf: (body: unknown) => string,
): Promise<AdminOrder> {
  const sent = { totalPrice, id: idOf({ ...values, totalPrice }) };
  if (values.kind === "plan") return api(enterPlanOrder, { body: planOrderOf(values, sent) });
  return api(enterBooking, { body: bookingOf(values, sent) });
}

/** The fields that the server refused. A changed price is shown beside the new price. */
function refusedFields(error: unknown): NewOrderErrors {
  const fields = error instanceof ApiError ? error.body?.fields : undefined;
  return Object.fromEntries(
    newOrderFields.flatMap((name) => {
      const code = fields?.[name]?.code;
      return code === undefined ? [] : [[name, stayErrors.find((one) => one === code) ?? "refused"]];
    }),
  );
}
