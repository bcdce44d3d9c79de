import { useState } from "react";
import { data, Link } from "react-router";
import { findOrder } from "#contract/orders.ts";
import { findOrderFields } from "#domain/fields/find-order.ts";
import { api, ApiError } from "#web/api.ts";
import { ByEmail } from "#web/layout/by-email.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/orders/orders.css";
import { Lead } from "#web/ui/lead.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { type FormRules, refusedFields } from "#web/ui/form/form-rules.ts";
import { readPost } from "#web/ui/form/posted-form.server.ts";
import { SubmitButton } from "#web/ui/form/submit-button.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { Route } from "./+types/find-order-page.ts";
import { orderLinkFailureWords } from "./order-link-failure-words.ts";

export const meta = () => pageMeta({ title: m.find_order_title(), description: m.find_order_description() });

const rules: FormRules<typeof findOrderFields> = { fields: findOrderFields };
const own = {
  email: { missing: m.auth_error_email_required, email: m.auth_error_email },
  orderNumber: { missing: m.find_order_error_number, unreadable: m.find_order_error_unreadable },
};

/** Asks for a new link to an order. The answer is the same whether there is such an order or not. */
export async function action({ request, context }: Route.ActionArgs) {
  const { values, errors } = await readPost(rules, request);
  if (errors) return data({ values, errors, failure: "", isSent: false }, { status: 422 });
  try {
    await api(findOrder, { body: values }, context.get(scopeContext).apiFetch);
    return data({ values, errors: {}, failure: "", isSent: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const refused = { errors: refusedFields(rules, error), failure: orderLinkFailureWords(error) };
    return data({ values, ...refused, isSent: false }, { status: error.status });
  }
}

export default function FindOrderPage({ actionData }: Route.ComponentProps) {
  const [sentTo, setSentTo] = useState(actionData?.isSent ? actionData.values.email : "");
  const [refused, setRefused] = useState(actionData?.failure ?? "");
  const { props, field, isSending } = useForm({
    rules,
    id: "find",
    words: (name, code) => errorWords(own, name, code),
    start: actionData,
    // A link in an email carries the number of its order.
    remembered: () => ({ orderNumber: new URLSearchParams(location.search).get("orderNumber") ?? "" }),
    send: async (body) => {
      setSentTo("");
      setRefused("");
      await api(findOrder, { body });
      setSentTo(body.email);
    },
    onFailed: (error) => setRefused(orderLinkFailureWords(error)),
  });
  return (
    <ByEmail className="grid gap-6 max-w-120">
      <header className="grid gap-2.5 max-w-176 mt-[clamp(1.75rem,3vw,2.5rem)]">
        <h1 className="h2">{m.find_order_title()}</h1>
        <Lead>{m.find_order_lead()}</Lead>
      </header>
      {sentTo && (
        <Notice kind="good" isAlert>
          {m.find_order_sent({ email: sentTo })}
        </Notice>
      )}
      {refused && (
        <Notice kind="bad" isAlert>
          {refused}
        </Notice>
      )}
      <form method="post" className="stack" {...props}>
        <TextField
          {...field("email")}
          type="email"
          label={m.find_order_email()}
          autoComplete="email"
          autoCapitalize="none"
        />
        <TextField
          {...field("orderNumber")}
          id="find-number"
          label={m.find_order_number()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          hint={m.find_order_number_hint()}
        />
        <p>
          <SubmitButton className="btn btn-primary" isSending={isSending}>
            {m.find_order_send()}
          </SubmitButton>
        </p>
      </form>
      <p className="small muted">
        {m.find_order_account()} <Link to="/dashboard">{m.find_order_to_account()}</Link>
      </p>
    </ByEmail>
  );
}
