import { Form, useNavigation } from "react-router";
import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";

/** Confirms the renter's address when the button is pressed, never when the page is opened. Works without script. */
export function ConfirmEmail({ failure }: { failure: string | undefined }) {
  const { state, formData } = useNavigation();
  const isSending = state !== "idle" && formData?.get("intent") === "confirm-email";
  return (
    <Form method="post" className="stack no-print">
      <input type="hidden" name="intent" value="confirm-email" readOnly />
      {failure && (
        <Notice kind="bad" isAlert>
          {failure}
        </Notice>
      )}
      <p>
        <button className="btn btn-primary" type="submit" aria-busy={isSending || undefined}>
          {m.order_confirm_email()}
        </button>
      </p>
    </Form>
  );
}
