import { m } from "#web/paraglide/messages.js";
import { Lead } from "#web/ui/lead.tsx";
import { Emphasised } from "#web/ui/emphasised.tsx";
import { unbroken } from "#web/ui/format/unbroken.ts";
import { Icon } from "#web/ui/icon.tsx";
import { phoneLink, useBusiness } from "./business.ts";
import { Lost, TryAgain } from "./lost.tsx";
import noSignal from "./drawings/no-signal.svg?url";
import { pageMeta } from "./page-meta.ts";

export const handle = { isUnlisted: true };
export const meta = () => pageMeta({ title: m.layout_offline_title() });

/**
 * The page that sw.js shows in place of any page while there is no network. It has that page's address, so "try
 * again" loads the address again.
 */
export default function OfflinePage() {
  const business = useBusiness();
  return (
    <Lost title={m.layout_offline_title()} drawing={`${noSignal}#no-signal`}>
      <Lead className="max-w-136">{m.layout_offline_text()}</Lead>
      <p className="muted max-w-136">{m.layout_offline_email()}</p>
      {business && (
        <p className="max-w-136">
          <Emphasised
            sentence={(phone) => m.layout_offline_call({ phone })}
            word={unbroken(business.phone)}
          />
        </p>
      )}
      <div className="acts">
        <TryAgain />
        {business && (
          <a className="btn btn-secondary" href={phoneLink(business.phone)}>
            <Icon name="phone" />
            <span className="num">{business.phone}</span>
          </a>
        )}
      </div>
    </Lost>
  );
}
