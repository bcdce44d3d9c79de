import { promoValue } from "#domain/pricing/pricing.ts";
import { wireMoney } from "#domain/money.ts";
import { ByEmail } from "#web/layout/by-email.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { Lead } from "#web/ui/lead.tsx";
import { showWholeMoney } from "#web/ui/format/money.ts";
import type { Route } from "./+types/subscribe-page.ts";
import { subscribeAction } from "./subscribe-action.server.ts";
import { SubscribeForm } from "./subscribe-form.tsx";

export const action = subscribeAction;
export const handle = { isUnlisted: true };

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: m.subscriptions_title({ amount: amount() }), description: m.promo_text() });

const amount = (): string => showWholeMoney(wireMoney(promoValue));

/** Where the forms for updates lead without script, and where an old link sends people for a new email. */
export default function SubscribePage({ actionData }: Route.ComponentProps) {
  return (
    <ByEmail className="grid gap-5 justify-items-start pt-[clamp(2.5rem,6vw,5rem)] [&>*]:max-w-text [&>form]:w-full">
      <h1 className="h2">{m.promo_title({ amount: amount() })}</h1>
      <Lead>{m.promo_text()}</Lead>
      <SubscribeForm id="subscribe" source="page" answered={actionData} />
    </ByEmail>
  );
}
