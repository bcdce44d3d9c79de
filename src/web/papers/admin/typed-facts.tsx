import type { ReactNode } from "react";
import { Link } from "react-router";
import type { QueuedVerification } from "#contract/admin/papers.ts";
import { m } from "#web/paraglide/messages.js";
import { licencePlace } from "#web/papers/region-names.ts";
import { showDate } from "#web/ui/format/show-date.ts";
import { Icon } from "#web/ui/icon.tsx";

const between = (from: string, until: string): string =>
  m.papers_from_until({ from: showDate(from), until: showDate(until) });

/** The typed facts and what follows from them, to compare with the pictures. */
export function TypedFacts({ verification: { licence, insurance } }: { verification: QueuedVerification }) {
  return (
    <dl className="named">
      {licence && <LicenceFacts licence={licence} />}
      {insurance && <InsuranceFacts insurance={insurance} />}
    </dl>
  );
}

function LicenceFacts({ licence }: { licence: NonNullable<QueuedVerification["licence"]> }) {
  return (
    <>
      <Fact name={m.papers_name()}>
        <bdi>{licence.name}</bdi>
      </Fact>
      <Fact name={m.papers_number()}>
        <code className="font-mono">{licence.number}</code>
      </Fact>
      <Fact name={licence.country === "US" ? m.papers_state() : m.papers_country()}>
        {licencePlace(licence)}
      </Fact>
      <Fact name={m.papers_birth()}>{showDate(licence.birthDate)}</Fact>
      <Fact name={m.admin_papers_age()} wrong={licence.isOldEnough ? undefined : m.admin_papers_under()}>
        {m.admin_papers_age_value({ age: licence.age })}
      </Fact>
      <Fact name={m.papers_issued()}>{showDate(licence.issueDate)}</Fact>
      {licence.firstIssueDate && (
        <Fact name={m.papers_first_issued()}>{showDate(licence.firstIssueDate)}</Fact>
      )}
      <Fact
        name={m.admin_papers_driving()}
        wrong={licence.hasDrivenEnough ? undefined : m.admin_papers_driving_short()}
      >
        {m.admin_papers_driving_value({ years: licence.drivingYears })}
      </Fact>
      <Fact name={m.papers_expires()} wrong={licence.isExpired ? m.admin_papers_over() : undefined}>
        {showDate(licence.expiryDate)}
      </Fact>
    </>
  );
}

function InsuranceFacts({ insurance }: { insurance: NonNullable<QueuedVerification["insurance"]> }) {
  const { order, insurer, policyNumber, validFrom, validUntil } = insurance;
  const isOver = validUntil < order.pickupDate;
  return (
    <>
      <Fact name={m.papers_name()}>
        <bdi>{order.customerName}</bdi>
      </Fact>
      <Fact name={m.papers_insurer()}>{insurer || "–"}</Fact>
      <Fact name={m.papers_policy()}>
        <code className="font-mono">{policyNumber || "–"}</code>
      </Fact>
      <Fact name={m.papers_valid()} wrong={isOver ? m.admin_papers_not_on_pickup() : undefined}>
        {between(validFrom, validUntil)}
      </Fact>
      <Fact name={m.admin_papers_rental()}>{between(order.pickupDate, order.returnDate)}</Fact>
      <Fact name={m.admin_papers_order()}>
        <Link to={`/admin/order-management?order=${order.id}`}>{order.orderNumber}</Link>
      </Fact>
    </>
  );
}

/** A fact, with a warning in words if something speaks against it. */
function Fact({ name, wrong, children }: { name: string; wrong?: string | undefined; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="flex flex-wrap gap-x-2 gap-y-1">
        {children}
        {wrong && (
          <span className="badge badge-bad">
            <Icon name="alert" />
            {wrong}
          </span>
        )}
      </dd>
    </div>
  );
}
