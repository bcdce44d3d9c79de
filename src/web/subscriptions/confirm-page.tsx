import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import type { Route } from "./+types/confirm-page.ts";
import { confirmAction } from "./email-link-action.server.ts";
import { EmailLink } from "./email-link.tsx";

export const action = confirmAction;
export const handle = { isUnlisted: true };

export const meta: Route.MetaFunction = () => pageMeta({ title: m.subscriptions_confirm_title() });

export default function ConfirmPage({ actionData }: Route.ComponentProps) {
  return (
    <EmailLink
      outcome={actionData}
      ask={{ title: m.subscriptions_confirm_title(), text: m.subscriptions_confirm_text() }}
      button={m.subscriptions_confirm_button()}
      done={{ title: m.subscriptions_confirmed_title(), text: m.subscriptions_confirmed_text() }}
    />
  );
}
