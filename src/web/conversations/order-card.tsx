import { Link } from "react-router";
import type { Conversation } from "#contract/conversations.ts";
import { formatDate, formatDay } from "#domain/dates.ts";
import type { OwnStage } from "#domain/orders/own-orders.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon } from "#web/ui/icon.tsx";
import { aboutWords } from "./about-words.ts";
import styles from "./order-card.module.css";

const stages: Record<OwnStage, { name: () => string; badge: string }> = {
  pending: { name: m.order_status_pending, badge: "badge badge-pending" },
  upcoming: { name: m.order_status_confirmed, badge: "badge badge-confirmed" },
  confirmed: { name: m.order_status_confirmed, badge: "badge badge-confirmed" },
  in_progress: { name: m.order_status_in_progress, badge: "badge badge-in_progress" },
  overdue: { name: m.own_orders_overdue, badge: "badge badge-bad" },
  completed: { name: m.order_status_completed, badge: "badge badge-completed" },
  cancelled: { name: m.order_status_cancelled, badge: "badge badge-cancelled" },
};

type Props = {
  about: Conversation["about"] & { rental: NonNullable<Conversation["about"]["rental"]> };
  /** The order's own page. */
  to: string;
};

/** The order that a conversation is about: its car, its days and how it stands. */
export function OrderCard({ about, to }: Props) {
  const { car, image, pickupDate, returnDate, stage } = about.rental;
  const language = currentLanguage();
  const days = { from: formatDay(pickupDate, language), until: formatDate(returnDate, language) };
  return (
    <Link className={styles.card} to={to}>
      <span className={styles.shot}>
        {image ? <img src={image} alt="" width="96" height="64" /> : <Icon name="key" />}
      </span>
      <span className={styles.facts}>
        <b>{car ?? aboutWords(about)}</b>
        <span className="num">{m.own_orders_dates(days)}</span>
        {car && <span className="num">{aboutWords(about)}</span>}
      </span>
      <span className={stages[stage].badge}>{stages[stage].name()}</span>
    </Link>
  );
}
