import { endpointQuery } from "#web/endpoint-query.ts";
import { queryOptions } from "@tanstack/react-query";
import { getWizard } from "#contract/account/booking.ts";
import { getCar } from "#contract/cars.ts";
import { getOrder } from "#contract/orders.ts";
import { checkPaymentSession } from "#contract/payments.ts";
import { createQuote } from "#contract/quotes.ts";
import type { DailyInsurance } from "#domain/pricing/insurance.ts";
import type { Rental } from "#domain/pricing/rental-length.ts";
import { api } from "#web/api.ts";

/** One's own booking of a car, as far as it has come: asked for again whenever the page is opened. */
export const wizardQuery = (carId: string) =>
  queryOptions({
    ...endpointQuery(getWizard, { query: { carId } }),
    refetchOnMount: "always",
  });

export const bookedCarQuery = (id: string) => endpointQuery(getCar, { params: { id } });

export const bookedOrderQuery = (id: string) => endpointQuery(getOrder, { params: { id } });

/** What the provider says of a payment whose page somebody has come back from: asked until it is known. */
export const paidQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(checkPaymentSession, { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === "confirming" && dataUpdateCount < mostAsked ? 3000 : false,
  });
/** After so many answers what is known is shown; the provider tells us the rest. */
const mostAsked = 10;

type Priced = Rental & {
  carId: string;
  insurance: DailyInsurance | undefined;
  promo: string | undefined;
};

/** What the server asks for dates that nothing is held for yet, and whether they are available. */
export const wizardQuoteQuery = (priced: Priced) =>
  queryOptions({
    queryKey: ["api", "quotes", priced],
    queryFn: () => api(createQuote, { body: { ...priced } }),
    staleTime: 30_000,
  });
