import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { TextField } from "#web/ui/form/text-field.tsx";
import { Trap } from "#web/ui/trap.tsx";
import type { SubscriptionAnswer } from "./subscription.ts";
import { useSubscribe } from "./use-subscribe.ts";

type SubscribeFormProps = {
  id: string;
  source: string;
  email?: string | undefined;
  answer?: SubscriptionAnswer | undefined;
  onDone?: () => void;
};

/** One line that asks for an address. Without script it posts to the page of updates. */
export function SubscribeForm({ id, source, email, answer: startAnswer, onDone }: SubscribeFormProps) {
  const { form, answer, isSending, send } = useSubscribe(startAnswer, onDone);
  const error =
    answer?.kind === "fault"
      ? answer.error === "missing"
        ? m.promo_missing_email()
        : m.promo_bad_email()
      : undefined;
  return (
    <form className="subscribe" method="post" action="/subscriptions" noValidate ref={form} onSubmit={send}>
      {answer?.kind === "asked" && (
        <div role="status">
          <Notice kind="good">{m.promo_next_step({ email: answer.email })}</Notice>
        </div>
      )}
      {answer?.kind === "already" && (
        <Notice kind="info" isAlert>
          {m.promo_already_text()}
        </Notice>
      )}
      {answer?.kind === "failed" && (
        <Notice kind="bad" isAlert>
          {m.promo_failed_text()}
        </Notice>
      )}
      <div className="subscribe-line">
        <TextField
          id={id}
          name="email"
          type="email"
          label={m.promo_email()}
          defaultValue={email}
          autoComplete="email"
          maxLength={254}
          required
          spellCheck={false}
          error={error}
          isAlert
        />
        <button
          className="btn btn-primary"
          type="submit"
          aria-busy={isSending || undefined}
          aria-disabled={isSending || undefined}
        >
          {isSending && <span className="moon-spin" aria-hidden="true" />}
          {isSending ? m.promo_sending() : m.promo_submit()}
        </button>
      </div>
      <input type="hidden" name="source" value={source} />
      <Trap />
      <p className="note">{m.promo_small()}</p>
    </form>
  );
}
