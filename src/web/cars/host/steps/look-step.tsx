import { useQueries, useQuery } from "@tanstack/react-query";
import type { Car, CarHost } from "#contract/cars.ts";
import { getPublicHost } from "#contract/hosts.ts";
import { hostFieldNames } from "#domain/cars/host/fields.ts";
import type { IsoDate } from "#domain/dates.ts";
import { publicName } from "#domain/reviews/reviews.ts";
import { profileQuery } from "#web/accounts/queries.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import "#web/cars/card.css";
import { CarHead, CarParts } from "#web/cars/detail/car-parts.tsx";
import "#web/cars/detail/car.css";
import { endpointQuery } from "#web/endpoint-query.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { applicationQuery } from "#web/hosting/queries.ts";
import { useTaxRates, useToday } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { Fact } from "#web/ui/fact.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import { Notice } from "#web/ui/notice.tsx";
import { ownPictureQuery } from "#web/cars/host/own-picture.ts";
import { shownField } from "#web/cars/host/saver-state.ts";
import { isPlusTax, type ShownCar } from "#web/cars/shown-car.ts";
import { shownAsPublic } from "#web/cars/host/shown-as-public.ts";
import { useOwnCarForm } from "#web/cars/host/use-own-car.ts";

/** The car as renters will see it: its card in lists, and its page. The links of the card don't work yet. */
export function LookStep() {
  const { state } = useOwnCarForm();
  const today = useToday();
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
        <div className="grid grid-cols-1 min-w-0 overflow-clip p-[clamp(1rem,3vw,2rem)] border border-line rounded-lg">
          <CarHead car={{ ...shown, name: shown.name || m.host_car_unnamed() }} isPage={false} />
          <CarParts car={{ ...shown, ...(host && { host }) }}>
            <Terms car={shown} />
          </CarParts>
        </div>
      </section>
    </>
  );
}

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

/** What the card beside a car's page says of the price and the days for which the car can be ordered. */
const Terms = ({ car }: { car: Car & Pick<ShownCar, "plusTax"> }) => (
  <aside className="card grid grid-cols-1 gap-4.5" aria-label={m.car_side()}>
    {Number(car.monthlyPrice) > 0 && (
      <p className="price [&>b]:text-xl/[inherit]">
        <Emphasised
          sentence={(price) => m.request_from_price({ price })}
          word={showWholeMoney(car.monthlyPrice)}
        />
        {car.plusTax && ` ${m.common_plus_tax()}`}
      </p>
    )}
    <dl className="named">
      {car.maxRentDays !== undefined && (
        <Fact name={m.host_look_longest()}>{m.common_days({ days: car.maxRentDays })}</Fact>
      )}
      {car.noticeDays !== undefined && (
        <Fact name={m.host_look_notice()}>
          {car.noticeDays > 0 ? m.common_days({ days: car.noticeDays }) : m.host_look_no_notice()}
        </Fact>
      )}
    </dl>
  </aside>
);
