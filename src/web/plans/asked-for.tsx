import { Link } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { cityName } from "#web/ui/format/city-name.ts";
import { choiceAddress, type PlanChoice } from "./plan-choice.ts";
import type { WholeWish } from "./plans-query.ts";
import { datesInWords, lengthInWords } from "./query-words.ts";

/** Town, dates and length in one line, with the way back to change them. */
export function AskedFor({ wish, tier }: PlanChoice) {
  const back = choiceAddress("/pricing-tiers", { wish, tier });
  return (
    <div className="ask-for">
      <div className="ask-for-line">
        <AskedForWords wish={wish} />
        <Link className="change no-print" to={back}>
          {m.plans_change()}
        </Link>
      </div>
    </div>
  );
}

export function AskedForWords({ wish }: { wish: WholeWish }) {
  return (
    <>
      <Icon name="pin" />
      <b className="bit">{cityName(wish.location)}</b>
      <span className="bit num">{datesInWords(wish.rental)}</span>
      <span className="bit">{lengthInWords(wish.rental)}</span>
    </>
  );
}
