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

/** The user's own unfinished booking of a car. It is read again whenever the page opens. */
export const wizardQuery = (carId: string) =>
  queryOptions({
    ...endpointQuery(getWizard, { query: { carId } }),
    refetchOnMount: "always",
  });

export const bookedCarQuery = (id: string) => endpointQuery(getCar, { params: { id } });

export const bookedOrderQuery = (id: string) => endpointQuery(getOrder, { params: { id } });

/** The state of a payment after the renter comes back from the provider's page. It is read until it is known. */
export const paidQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(checkPaymentSession, { params: { id } }),
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.state === "confirming" && dataUpdateCount < mostAsked ? 3000 : false,
  });
/** After this many answers, the page shows what is known. The provider reports the rest to the server. */
const mostAsked = 10;

type PricedRental = Rental & {
  carId: string;
  insurance: DailyInsurance | undefined;
  promo: string | undefined;
};

/** The server's price for dates that no hold has yet, and whether they are available. */
export const wizardQuoteQuery = (priced: PricedRental) =>
  queryOptions({
    queryKey: ["api", "quotes", priced],
    queryFn: () => api(createQuote, { body: { ...priced } }),
    staleTime: 30_000,
  });
