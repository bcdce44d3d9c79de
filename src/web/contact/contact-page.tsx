import type { ReactNode } from "react";
import { isOpenAt } from "#domain/site/business-hours.ts";
import { promisedTimes } from "#domain/pricing/rental-terms.ts";
import { mailLink, phoneLink } from "#web/layout/business.ts";
import { hoursInWords } from "#web/layout/business-hours.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import { Lead } from "#web/ui/lead.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import type { Route } from "./+types/contact-page.ts";
import { contactAction } from "./contact-action.server.ts";
import { ContactForm } from "./contact-form.tsx";

/** The "open" sign is true at the moment the page is made; the page is never cached. */
export function loader({ context }: Route.LoaderArgs) {
  const { business } = context.get(scopeContext);
  return { business, isOpen: isOpenAt(business.hours, Date.now()) };
}

export const action = contactAction;

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: m.contact_title(), description: m.contact_description() });

export default function ContactPage({ loaderData: { business, isOpen } }: Route.ComponentProps) {
  return (
    <div className="page pt-[clamp(2.5rem,5vw,4.5rem)]">
      <header className="grid justify-items-start gap-4 max-w-text mb-[clamp(2rem,4vw,3rem)]">
        <h1 className="h2">{m.contact_title()}</h1>
        <Lead>{m.contact_lead({ hours: promisedTimes.supportHours })}</Lead>
        <p className={`badge whitespace-normal [&_.i]:size-4 ${isOpen ? "badge-good" : ""}`}>
          <Icon name="clock" />
          {isOpen ? m.contact_open_now() : m.contact_closed_now()}
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,33rem)_minmax(0,1fr)] items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-10 max-md:grid-cols-1">
        <ContactForm />
        <div>
          <ul className="mb-8 border-b border-line">
            <Way icon="mail" title={m.contact_mail()} text={m.contact_mail_text()}>
              <a href={mailLink(business.email)}>{business.email}</a>
            </Way>
            <Way icon="phone" title={m.contact_phone()} text={m.contact_phone_text()}>
              <a className="num" href={phoneLink(business.phone)}>
                {business.phone}
              </a>
            </Way>
            <Way icon="clock" title={m.contact_hours()} text={m.contact_hours_text()}>
              <ul>
                {hoursInWords(business.hours).map((words) => (
                  <li key={words}>{words}</li>
                ))}
              </ul>
            </Way>
            <Way icon="chat" title={m.contact_chat()} text={m.contact_chat_text()}>
              <span className="badge badge-pending">{m.contact_coming_soon()}</span>
            </Way>
          </ul>
          <p className="note max-w-136">{m.contact_places()}</p>
        </div>
      </div>
    </div>
  );
}

function Way({
  icon,
  title,
  text,
  children,
}: {
  icon: IconName;
  title: string;
  text: string;
  children: ReactNode;
}) {
  return (
    <li className="[&>.i]:mt-px [&>.i]:size-7 flex gap-4.5 py-7 border-t border-line max-md:py-5">
      <Icon name={icon} />
      <div>
        <h2 className="h3">{title}</h2>
        <div className="mt-1.5 mx-0 mb-2">{children}</div>
        <p className="small muted">{text}</p>
      </div>
    </li>
  );
}
