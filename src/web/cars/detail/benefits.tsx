import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Link } from "react-router";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** What comes with every car. */
export function Benefits() {
  const customers = showNumber(collisionCoverCustomers);
  const includesCollision = useBusiness()?.includesCollision;
  const collision: [IconName, string, string] = [
    "shield",
    m.car_benefit_collision(),
    m.car_benefit_collision_text({ customers }),
  ];
  const benefits: [IconName, string, string][] = [
    ["home", m.car_benefit_delivery(), m.car_benefit_delivery_text()],
    ["refresh", m.car_benefit_return(), m.car_benefit_return_text()],
    ...(includesCollision ? [collision] : []),
    ["key", m.car_benefit_deposit(), m.car_benefit_deposit_text()],
    ["phone", m.car_benefit_support(), m.car_benefit_support_text()],
    ["calendar", m.car_benefit_extend(), m.car_benefit_extend_text()],
  ];
  return (
    <section className="well benefits" aria-labelledby="benefits">
      <h2 className="h3" id="benefits">
        {m.car_benefits({ name: brandName() })}
      </h2>
      <ul>
        {benefits.map(([icon, title, text]) => (
          <li key={icon}>
            <Icon name={icon} />
            <p>
              <b>{title}</b>
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Help({ carId }: { carId: string }) {
  return (
    <section className="help" aria-labelledby="help">
      <h2 className="h3" id="help">
        {m.car_help()}
      </h2>
      <p className="small muted">{m.car_help_text()}</p>
      <Link className="link" to={`/dashboard/messages/new?car=${carId}`}>
        <span>{m.conversations_ask_car()}</span>
        <Icon name="arrow" />
      </Link>
      <Link className="link" to="/contact">
        <span>{m.layout_nav_contact()}</span>
        <Icon name="arrow" />
      </Link>
    </section>
  );
}
