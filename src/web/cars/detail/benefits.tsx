import { useEffect, useRef, useState } from "react";
import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import { extensionNoticeDays } from "#domain/pricing/rental-terms.ts";
import { showNumber } from "#web/ui/format/show-number.ts";
import { Link } from "react-router";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";
import { Icon, type IconName } from "#web/ui/icon.tsx";

/** The benefits that every car includes. */
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
    ["calendar", m.car_benefit_extend(), m.car_benefit_extend_text({ days: extensionNoticeDays })],
  ];
  const list = useRef<HTMLUListElement>(null);
  const [isRow, setRow] = useState(false);
  useEffect(() => setRow(list.current !== null && list.current.scrollWidth > list.current.clientWidth), []);
  return (
    <section className="well grid grid-cols-1 gap-5 max-md:gap-4" aria-labelledby="benefits">
      <h2 className="h3" id="benefits">
        {m.car_benefits({ name: brandName() })}
      </h2>
      {/* On phones the row scrolls sideways. The keyboard can scroll it only where it can have the focus. */}
      <ul
        className="grid grid-cols-2 gap-x-8 gap-y-5.5 max-md:flex max-md:gap-x-4 max-md:-mx-5 max-md:px-5 max-md:overflow-x-auto max-md:snap-x max-md:scroll-px-5 max-md:[scrollbar-width:none]"
        tabIndex={isRow ? 0 : undefined}
        ref={list}
      >
        {benefits.map(([icon, title, text]) => (
          <li
            key={icon}
            className="flex gap-3.5 max-md:gap-2.5 max-md:flex-none max-md:max-w-80 max-md:snap-start text-sm/[1.45] text-ink-soft [&>.i]:size-6 [&>.i]:text-ink"
          >
            <Icon name={icon} />
            <p>
              <b className="block font-label text-ink">{title}</b>
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
    <section className="grid gap-1.5 px-[clamp(1.25rem,3vw,1.75rem)] max-md:px-0" aria-labelledby="help">
      <h2 className="h3" id="help">
        {m.car_help()}
      </h2>
      <p className="small muted">{m.car_help_text()}</p>
      <p className="flex flex-wrap gap-x-6">
        <Link className="link" to={`/dashboard/messages/new?car=${carId}`}>
          <span>{m.conversations_ask_car()}</span>
          <Icon name="arrow" />
        </Link>
        <Link className="link" to="/contact">
          <span>{m.layout_nav_contact()}</span>
          <Icon name="arrow" />
        </Link>
      </p>
    </section>
  );
}
