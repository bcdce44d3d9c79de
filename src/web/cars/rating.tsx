import type { Car } from "#contract/cars.ts";
import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Icon } from "#web/ui/icon.tsx";

/** Renters' rating of a car, in one line. */
export function Rating({ mean, count }: NonNullable<Car["rating"]>) {
  return (
    <span className="inline-flex items-center gap-1 text-sm/[inherit] text-ink-soft num [&>.i]:size-4 [&>.i]:fill-bridge [&>.i]:stroke-bridge">
      <Icon name="star" />
      <b aria-label={m.reviews_mean({ mean: String(mean) })} role="img">
        {mean}
      </b>{" "}
      ({count === 1 ? m.reviews_count_one() : m.reviews_count({ count: showNumber(count) })})
    </span>
  );
}
