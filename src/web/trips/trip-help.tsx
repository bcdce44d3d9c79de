import { Link } from "react-router";
import { phoneLink, useBusiness } from "#web/layout/business.ts";
import { m } from "#web/paraglide/messages.js";

/** What to do now, in order, when the car breaks down or there was an accident: numbers that dial, pictures, a report. */
export function TripHelp({ orderId }: { orderId: string }) {
  const phone = useBusiness()?.phone;
  const call = phone && (
    <a className="btn btn-secondary btn-sm" href={phoneLink(phone)}>
      {m.help_call({ phone })}
    </a>
  );
  const report = (kind: "accident" | "breakdown") =>
    `/dashboard/messages/new?${new URLSearchParams({ order: orderId, report: kind })}`;
  return (
    <details className="ask no-print">
      <summary>{m.help_title()}</summary>
      <div className="stack">
        <h3 className="text-base font-title">{m.help_accident()}</h3>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{m.help_accident_safe()}</li>
          <li>
            {m.help_accident_911()} <a href="tel:911">911</a>
          </li>
          <li>{m.help_accident_photos()}</li>
          <li>{m.help_accident_others()}</li>
          <li>{m.help_accident_admit()}</li>
          <li>{m.help_accident_report()}</li>
        </ol>
        <p className="flex flex-wrap gap-3">
          <Link className="btn btn-primary btn-sm" to={report("accident")}>
            {m.help_report_accident()}
          </Link>
          {call}
        </p>
        <h3 className="mt-4 text-base font-title">{m.help_breakdown()}</h3>
        <ol className="grid list-decimal gap-2 ps-5">
          <li>{m.help_breakdown_safe()}</li>
          <li>{m.help_breakdown_photos()}</li>
          <li>{m.help_breakdown_call()}</li>
          <li>{m.help_breakdown_repair()}</li>
        </ol>
        <p className="flex flex-wrap gap-3">
          <Link className="btn btn-primary btn-sm" to={report("breakdown")}>
            {m.help_report_breakdown()}
          </Link>
          {call}
        </p>
      </div>
    </details>
  );
}
