import type { HostRequest } from "#contract/host/requests.ts";
import { m } from "#web/paraglide/messages.js";
import { Fact } from "#web/ui/fact.tsx";
import { cityOrName } from "#web/ui/format/city-name.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { showTime } from "#web/ui/format/show-time.ts";
import { showDate } from "#web/ui/format/show-date.ts";

type HostedOrder = Pick<
  HostRequest,
  "renter" | "pickupDate" | "pickupTime" | "returnDate" | "returnTime" | "days" | "city" | "milesIncluded"
>;

/** Who, when and where, with the facts about the renter that the host may know now. */
export function HostedFacts({ order, isHandedOver = false }: { order: HostedOrder; isHandedOver?: boolean }) {
  const { renter } = order;
  const moment = (date: string, time: string) =>
    m.order_day_at({ date: showDate(date), time: showTime(time) });
  return (
    <dl className="named">
      <Fact name={m.host_request_who()}>
        <b>{renter.name ?? (renter.firstName || m.host_request_someone())}</b>
        <span className="block text-ink-soft">
          {[
            renter.since
              ? m.host_request_since({ date: showDate(renter.since) })
              : m.host_request_no_account(),
            renter.rentals > 0
              ? m.host_request_rentals({ count: renter.rentals })
              : m.host_request_no_rentals(),
            licenceWords(renter.isVerified, isHandedOver),
          ].join(" · ")}
        </span>
      </Fact>
      {renter.phone && (
        <Fact name={m.host_request_phone()}>
          <a href={`tel:${renter.phone.replace(/[^\d+]/g, "")}`}>{renter.phone}</a>
        </Fact>
      )}
      {renter.place && <Fact name={m.host_request_place()}>{renter.place}</Fact>}
      <Fact name={m.host_request_when()}>
        <span className="block">{moment(order.pickupDate, order.pickupTime)}</span>
        <span className="block">{moment(order.returnDate, order.returnTime)}</span>
        <span className="block text-ink-soft">{m.common_days({ days: order.days })}</span>
      </Fact>
      <Fact name={m.host_request_city()}>{cityOrName(order.city)}</Fact>
      <Fact name={m.host_request_miles()}>{showNumber(order.milesIncluded)}</Fact>
    </dl>
  );
}

/** Before the pickup the text says that we check the license; afterwards it says only whether it is verified. */
function licenceWords(isVerified: boolean, isHandedOver: boolean): string {
  if (isVerified) return m.host_request_verified();
  return isHandedOver ? m.host_trips_unverified() : m.host_request_unverified();
}
