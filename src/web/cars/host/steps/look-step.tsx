import { useQueries, useQuery } from "@tanstack/react-query";
import { type ComponentProps, type ComponentType, Suspense, useState } from "react";
import { type Availability, type Car, type CarHost, getAvailability } from "#contract/cars.ts";
import type { HostCar } from "#contract/host-cars.ts";
import { listCarReviews } from "#contract/reviews.ts";
import { firstPickupDay } from "#domain/booking/pickup-times.ts";
import { publicStates } from "#domain/cars/listing-states.ts";
import { getPublicHost } from "#contract/hosts.ts";
import { hostFieldNames } from "#domain/cars/host/fields.ts";
import { addMonths, type IsoDate } from "#domain/dates.ts";
import { publicName } from "#domain/reviews/reviews.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import "#web/styles/card.css";
import { CarBody } from "#web/cars/detail/car-body.tsx";
import { endpointQuery } from "#web/endpoint-query.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import type { RequestForm as RequestFormOfCar } from "#web/booking/request/request-form.tsx";
import type { CarReviews as ReviewsOfCar } from "#web/reviews/car-reviews.tsx";
import { applicationQuery } from "#web/accounts/queries.ts";
import { useTaxRates, useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { WaitingOrFailed } from "#web/session/states.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ownPictureQuery } from "#web/cars/host/own-picture.ts";
import { shownField } from "#web/cars/host/saver-state.ts";
import { isPlusTax } from "#web/cars/shown-car.ts";
import { shownAsPublic } from "#web/cars/host/shown-as-public.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

type LookStepProps = {
  /** The form that requests a car. */
  RequestForm: ComponentType<ComponentProps<typeof RequestFormOfCar>>;
  CarReviews: ComponentType<ComponentProps<typeof ReviewsOfCar>>;
};

/** The car as renters will see it: its card in lists, and its page. Nothing can be ordered there. */
export function LookStep({ RequestForm, CarReviews }: LookStepProps) {
  const { state } = useOwnCarForm();
  const today = useToday();
  const [firstDay] = useState(() => firstPickupDay(Date.now()));
  const typed = Object.fromEntries(hostFieldNames.map((name) => [name, shownField(state, name)]));
  const { car, isWhole } = shownAsPublic(state.car, typed, today, currentLanguage());
  const host = useOwnHost(today);
  const images = useQueries({
    queries: state.car.images.map((url) => ownPictureQuery(state.car.id, url, 1000)),
  });
  // The host's own photos, without our drawings. Each is shown once it has loaded; only the host can load it.
  const pictures = state.car.images.flatMap((url, place) => {
    const [picture, data] = [car.pictures.find((one) => one.url === url), images[place]?.data];
    return picture && data ? [{ ...picture, variants: undefined, url: data }] : [];
  });
  const plusTax = isPlusTax(car, { taxRates: useTaxRates(), today });
  const shown = { ...car, pictures, ...(plusTax && { plusTax }) };
  const page = { ...shown, name: shown.name || m.host_car_unnamed(), ...(host && { host }) };
  const { isPublic, availability, reviews } = usePublicAnswers(state.car);
  const days = isPublic ? availability.data : alwaysFree(page, firstDay);
  const hasPrice = Number(page.monthlyPrice) > 0;

  return (
    <>
      {!isWhole && <Notice>{m.host_look_incomplete()}</Notice>}
      <section className="stack" aria-labelledby="look-card">
        <h3 className="h3" id="look-card">
          {m.host_look_card()}
        </h3>
        <ul className="cars max-w-88" inert>
          <CarCard car={{ ...shown, features: shown.features.slice(0, 3) }} />
        </ul>
      </section>
      <section className="stack" aria-labelledby="look-page">
        <h3 className="h3" id="look-page">
          {m.host_look_page()}
        </h3>
        <p className="small muted">{m.host_look_page_text()}</p>
        {/* A screen reader skips the form below, which is switched off. */}
        {hasPrice && (
          <p className="sr-only">{m.cars_from_price({ price: showWholeMoney(page.monthlyPrice) })}</p>
        )}
        <div className="min-w-0 overflow-clip p-[clamp(1rem,3vw,2rem)] border border-line rounded-lg">
          {days ? (
            <CarBody
              isPreview
              car={page}
              availability={days}
              firstDay={firstDay}
              reviews={
                reviews && (
                  <Suspense>
                    <CarReviews found={reviews} />
                  </Suspense>
                )
              }
              request={
                // Without a price, the form would count with none.
                hasPrice && (
                  <Suspense>
                    <RequestForm isPreview car={page} today={today} firstDay={firstDay} isPlusTax={plusTax} />
                  </Suspense>
                )
              }
            />
          ) : (
            <WaitingOrFailed error={availability.error} onRetry={() => void availability.refetch()} />
          )}
        </div>
      </section>
    </>
  );
}

/** The taken days and the reviews of a car that has a public page. */
function usePublicAnswers({ id, state }: Pick<HostCar, "id" | "state">) {
  const isPublic = publicStates.some((one) => one === state);
  const availability = useQuery({ ...endpointQuery(getAvailability, { params: { id } }), enabled: isPublic });
  const reviews = useQuery({ ...endpointQuery(listCarReviews, { params: { id } }), enabled: isPublic });
  return { isPublic, availability, reviews: reviews.data };
}

/** The days of a car that nobody could order yet. */
const alwaysFree = ({ id, minRentDays }: Car, from: IsoDate): Availability => {
  const until = addMonths(from, 12);
  return { carId: id, available: true, minRentDays, from, until, taken: [], free: [{ from, until }] };
};

/** The user as the page names the host of a car; reviews and answers are known of somebody who hosts already. */
function useOwnHost(today: IsoDate): CarHost | undefined {
  const profile = useQuery(profileQuery).data?.profile;
  const application = useQuery(applicationQuery).data;
  const username = profile?.username ?? "";
  const isHost = application?.status === "approved";
  const shown = useQuery({
    ...endpointQuery(getPublicHost, { params: { username } }),
    enabled: isHost && username !== "",
  });
  if (shown.data) return shown.data.host;
  if (!profile) return undefined;
  const since = (isHost && application.since) || `${today}T12:00:00.000Z`;
  return { firstName: publicName(profile.full_name), username: profile.username, since };
}
