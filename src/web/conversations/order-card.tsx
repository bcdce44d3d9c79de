import { Link } from "react-router";
import type { Conversation } from "#contract/conversations.ts";
import { formatRange } from "#domain/dates.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { shownCarName } from "#web/ui/format/car-name.ts";
import { stageBadge, stageName } from "#web/ui/format/stage-words.ts";
import { Icon } from "#web/ui/icon.tsx";
import { aboutWords } from "./about-words.ts";
import styles from "./order-card.module.css";

type Props = {
  about: Conversation["about"] & { rental: NonNullable<Conversation["about"]["rental"]> };
  /** The order's own page. */
  to: string;
};

/** The order that a conversation is about: its car, its days and its state. */
export function OrderCard({ about, to }: Props) {
  const { car, image, pickupDate, returnDate, stage } = about.rental;
  const days = formatRange(pickupDate, returnDate, currentLanguage());
  return (
    <Link
      className={`${styles.card} flex flex-wrap items-center gap-x-3.5 gap-y-2 max-w-136 text-sm/[1.4]`}
      to={to}
    >
      <span className="grid flex-none place-items-center w-20 aspect-3/2 overflow-hidden rounded-sm bg-sunken">
        {image ? (
          <img className="size-full object-cover" src={image} alt="" width="96" height="64" />
        ) : (
          <Icon name="key" />
        )}
      </span>
      <span className="grid flex-[1_1_10rem] min-w-0 wrap-anywhere [&>span]:text-ink-soft">
        <b>{car ? shownCarName(car) : aboutWords(about)}</b>
        <span className="num">{m.own_orders_dates(days)}</span>
        {car && <span className="num">{aboutWords(about)}</span>}
      </span>
      <span className={stageBadge(stage)}>{stageName(stage)}</span>
    </Link>
  );
}
