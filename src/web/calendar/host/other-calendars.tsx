import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { memo, useState } from "react";
import {
  type CarFeeds,
  type HostCalendarCar,
  replaceCarCalendarAddress,
  replaceHostCalendarAddress,
} from "#contract/host/calendar.ts";
import { api } from "#web/api.ts";
import { hostFeedsQuery } from "#web/calendar/queries.ts";
import { makeStale } from "#web/make-stale.ts";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { CalendarAddress } from "./calendar-address.tsx";
import type { CarDays } from "./car-row.tsx";
import { FeedForm } from "./feed-form.tsx";
import { FeedItem } from "./feed-item.tsx";
import styles from "./other-calendars.module.css";
import { carWords } from "./words.ts";

type OtherCalendarsProps = { cars: readonly CarDays[]; address: string };

/** The other calendars that the cars follow, and the addresses where others read the cars' taken days. */
export const OtherCalendars = memo(function OtherCalendars({ cars, address }: OtherCalendarsProps) {
  const cache = useQueryClient();
  const feeds = useQuery(hostFeedsQuery);
  const feedsOf = new Map(feeds.data?.map((one) => [one.carId, one]));
  const replace = useMutation({
    mutationFn: () => api(replaceHostCalendarAddress),
    onSuccess: () => makeStale(cache, "car"),
  });
  return (
    <section className="stack gap-5" aria-labelledby="other-calendars">
      <div className="grid gap-1.5">
        <h2 className="h3" id="other-calendars">
          {m.calendar_others_title()}
        </h2>
        <p className="small muted max-w-168">{m.calendar_others_text()}</p>
      </div>
      <Failed error={feeds.error} onRetry={() => void feeds.refetch()} />
      <div className="border-t border-line">
        {cars.map(({ car }) => (
          <CarCalendars
            key={car.id}
            car={car}
            feeds={feedsOf.get(car.id)}
            hasFailed={feeds.isError}
            isOnly={cars.length === 1}
          />
        ))}
      </div>
      {cars.length > 1 && (
        <div className="stack gap-3">
          <h3 className="font-title tracking-[0]">{m.calendar_address_all()}</h3>
          <CalendarAddress id="all" address={address} replace={replace} />
        </div>
      )}
    </section>
  );
});

type CarCalendarsProps = {
  car: HostCalendarCar;
  /** Undefined while they are being read. */
  feeds: CarFeeds | undefined;
  hasFailed: boolean;
  isOnly: boolean;
};

/** A car's calendars. Their forms are made once somebody opens them. */
function CarCalendars({ car, feeds, hasFailed, isOnly }: CarCalendarsProps) {
  const [isOpen, setOpen] = useState(isOnly);
  const calendars = feeds?.calendars ?? [];
  const troubles = calendars.filter(({ error, clashes }) => error !== null || clashes.length > 0).length;
  return (
    <details
      className={styles.car}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <Icon name="right" />
        <span className="grow">
          <b>{carWords(car)}</b> <span className="small muted">{car.plateNumber}</span>
        </span>
        <span className="flex flex-wrap gap-2">
          {troubles > 0 && (
            <span className="badge badge-bad">{m.calendar_troubles({ count: troubles })}</span>
          )}
          {calendars.length > 0 && (
            <span className="badge">{m.calendar_follows({ count: calendars.length })}</span>
          )}
        </span>
      </summary>
      {isOpen && (feeds ? <OpenCalendars carId={car.id} feeds={feeds} /> : !hasFailed && <Waiting />)}
    </details>
  );
}

function OpenCalendars({ carId, feeds: { calendars, address } }: { carId: string; feeds: CarFeeds }) {
  const cache = useQueryClient();
  const replace = useMutation({
    mutationFn: () => api(replaceCarCalendarAddress, { params: { id: carId } }),
    onSuccess: () => makeStale(cache, hostFeedsQuery),
  });
  return (
    <div className="stack gap-7 pt-2 pb-6 md:pl-7.5">
      <section className="stack gap-3" aria-label={m.calendar_feeds_title()}>
        <h3 className="font-title tracking-[0]">{m.calendar_feeds_title()}</h3>
        {calendars.length === 0 && <p className="small muted">{m.calendar_no_feeds()}</p>}
        {calendars.length > 0 && (
          <ul>
            {calendars.map((feed) => (
              <FeedItem key={feed.id} carId={carId} feed={feed} />
            ))}
          </ul>
        )}
        <FeedForm carId={carId} count={calendars.length} />
      </section>
      <section className="stack gap-3" aria-label={m.calendar_address_title()}>
        <h3 className="font-title tracking-[0]">{m.calendar_address_title()}</h3>
        <CalendarAddress id={carId} address={address} replace={replace} />
      </section>
    </div>
  );
}
