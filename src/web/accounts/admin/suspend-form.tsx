import { useQueryClient } from "@tanstack/react-query";
import { type AdminUser, restoreUser, suspendUser } from "#contract/admin/accounts.ts";
import { optionalReasonFields, reasonFields } from "#domain/fields/admin.ts";
import { api } from "#web/api.ts";
import { makeStale } from "#web/make-stale.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { errorWords } from "#web/ui/form/words/error-words.ts";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/form/text-field.tsx";
import { toast } from "#web/ui/toast.ts";

type SuspendFields = typeof reasonFields | typeof optionalReasonFields;

/** Suspends a user at once, with a reason that the user gets to read, or restores a suspended user. */
export function SuspendForm({ user, onDone }: { user: AdminUser; onDone: () => void }) {
  const cache = useQueryClient();
  const isOut = user.suspendedAt !== null;
  const { props, field, isSending, failure } = useForm<SuspendFields>({
    rules: { fields: isOut ? optionalReasonFields : reasonFields },
    id: "person-suspend",
    words: (name, code) => errorWords({ reason: { missing: m.admin_users_reason_missing } }, name, code),
    send: async (body) => {
      const sent = { params: { id: user.id }, body };
      await (isOut ? api(restoreUser, sent) : api(suspendUser, sent));
      onDone();
      toast({
        title: isOut ? m.admin_users_restored() : m.admin_users_suspended_done(),
        description: m.admin_users_emailed(),
      });
      await makeStale(cache, "person");
    },
  });

  return (
    <details className="group pt-5 border-t border-line">
      <summary className="link group-open:mb-3.5">
        <span>{isOut ? m.admin_users_restore() : m.admin_users_suspend()}</span>
      </summary>
      <form className="stack" {...props}>
        <p className="small muted">{isOut ? m.admin_users_restore_text() : m.admin_users_suspend_text()}</p>
        <TextField
          {...field("reason")}
          label={m.admin_users_reason()}
          isOptional={isOut}
          hint={m.admin_users_reason_is_emailed()}
        />
        <Failed error={failure} />
        <p>
          <button
            className={isOut ? "btn btn-primary" : "btn btn-bad"}
            type="submit"
            aria-busy={isSending || undefined}
          >
            {isOut ? m.admin_users_restore() : m.admin_users_suspend()}
          </button>
        </p>
      </form>
    </details>
  );
}
