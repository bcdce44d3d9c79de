import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { cityName } from "#web/ui/format/city-name.ts";
import { choiceAddress, type PlanChoice } from "#web/plans/plan-choice.ts";
import type { CompleteQuery } from "#web/plans/plans-query.ts";
import { datesInWords, lengthInWords } from "#web/plans/query-words.ts";

/** City, dates and length in one line, with a link back to change them. */
export function PlanQueryLine({ filters, tier }: PlanChoice) {
  const back = choiceAddress("/pricing-tiers", { filters, tier });
  return (
    <div className="ask-for w-fit max-w-full max-md:w-auto">
      <div className="ask-for-line">
        <PlanQueryWords filters={filters} />
        <Link className="font-label max-md:ml-9 no-print" to={back}>
          {m.plans_change()}
        </Link>
      </div>
    </div>
  );
}

export function PlanQueryWords({ filters }: { filters: CompleteQuery }) {
  return (
    <>
      <Icon name="pin" />
      <b className="bit">{cityName(filters.location)}</b>
      <span className="bit num">{datesInWords(filters.rental)}</span>
      <span className="bit">{lengthInWords(filters.rental)}</span>
    </>
  );
}
