import { data, Form, Link, useNavigation } from "react-router";
import { findOrder } from "#contract/orders.ts";
import { isEmailAddress } from "#domain/people/email-address.ts";
import { readOrderNumber } from "#domain/orders/order-numbers.ts";
import { api, ApiError } from "#web/api.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import "#web/styles/orders.css";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import type { Route } from "./+types/find-order-page.ts";

export const meta = () => pageMeta({ title: m.find_order_title(), description: m.find_order_description() });

/** Asks for a new link to an order. The answer is the same whether there is such an order or not. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const read = (name: string): string => String(form.get(name) ?? "").trim();
  const typed = { email: read("email"), orderNumber: read("orderNumber") };
  const errors = {
    ...(!isEmailAddress(typed.email) && {
      email: typed.email ? m.auth_error_email() : m.auth_error_email_required(),
    }),
    ...(!readOrderNumber(typed.orderNumber) && {
      orderNumber: typed.orderNumber ? m.find_order_error_unreadable() : m.find_order_error_number(),
    }),
  };
  if (Object.keys(errors).length > 0)
    return data({ typed, errors, failure: "", isSent: false }, { status: 422 });
  try {
    await api(findOrder, { body: typed }, context.get(scopeContext).apiFetch);
    return data({ typed, errors, failure: "", isSent: true });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data(
      { typed, errors, failure: error.body?.message ?? m.find_order_failed(), isSent: false },
      { status: error.status },
    );
  }
}

export default function FindOrderPage({ actionData }: Route.ComponentProps) {
  const isSending = useNavigation().state === "submitting";
  const errors: { email?: string; orderNumber?: string } = actionData?.errors ?? {};
  return (
    <div className="page find-order">
      <header className="flow-head">
        <h1 className="h2">{m.find_order_title()}</h1>
        <p className="lead">{m.find_order_lead()}</p>
      </header>
      {actionData?.isSent && (
        <Notice kind="good" isAlert>
          {m.find_order_sent({ email: actionData.typed.email })}
        </Notice>
      )}
      {actionData?.failure && (
        <Notice kind="bad" isAlert>
          {actionData.failure}
        </Notice>
      )}
      <Form method="post" className="stack" noValidate>
        <TextField
          id="find-email"
          name="email"
          type="email"
          label={m.find_order_email()}
          autoComplete="email"
          autoCapitalize="none"
          required
          maxLength={254}
          defaultValue={actionData?.typed.email}
          error={errors.email}
          isAlert
        />
        <TextField
          id="find-number"
          name="orderNumber"
          label={m.find_order_number()}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
          maxLength={100}
          hint={m.find_order_number_hint()}
          defaultValue={actionData?.typed.orderNumber}
          error={errors.orderNumber}
          isAlert={!errors.email}
        />
        <p>
          <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
            {m.find_order_send()}
          </button>
        </p>
      </Form>
      <p className="small muted">
        {m.find_order_account()} <Link to="/dashboard">{m.find_order_to_account()}</Link>
      </p>
    </div>
  );
}
