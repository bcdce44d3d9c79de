import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/unsubscribe-page.ts";
import { unsubscribeAction } from "./email-link-action.server.ts";
import { EmailLink } from "./email-link.tsx";

export const action = unsubscribeAction;
export const handle = { isUnlisted: true };

export const meta: Route.MetaFunction = () => pageMeta({ title: m.subscriptions_end_title() });

export default function UnsubscribePage({ actionData }: Route.ComponentProps) {
  return (
    <EmailLink
      outcome={actionData}
      ask={{ title: m.subscriptions_end_title(), text: m.subscriptions_end_text() }}
      button={m.subscriptions_end_button()}
      done={{ title: m.subscriptions_ended_title(), text: m.subscriptions_ended_text() }}
    />
  );
}
