import type { CarHost } from "#contract/cars.ts";
import { m } from "#web/paraglide/messages.js";

const times = {
  hour: m.host_answers_hour,
  hours: m.host_answers_hours,
  day: m.host_answers_day,
};

/** How many requests a host answers, and how soon. */
export const HostAnswers = ({ share, within }: NonNullable<CarHost["answers"]>) => (
  <span>
    {m.host_answers_share({ share })}
    {within && ` · ${times[within]()}`}
  </span>
);
