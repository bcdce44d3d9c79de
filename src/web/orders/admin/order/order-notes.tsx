import { type FormEvent, useRef } from "react";
import type { AdminOrderDetail } from "#contract/admin/orders.ts";
import { actorName } from "#web/admin/words/actor-name.ts";
import { showMoment } from "#web/ui/format/moment.ts";
import { Failed } from "#web/session/states.tsx";
import { m } from "#web/paraglide/messages.js";
import { useAddNote } from "#web/orders/admin/queries.ts";
import { historyStyles } from "./history-styles.ts";
import { longestNote } from "#domain/fields/admin.ts";

/** Notes that administrators write for one another about an order. */
export function AdminOrderNotes({ id, notes }: { id: string; notes: AdminOrderDetail["notes"] }) {
  const adding = useAddNote(id);
  const field = useRef<HTMLTextAreaElement>(null);
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const text = field.current?.value.trim() ?? "";
    if (!text) return field.current?.focus();
    // Text that is typed while a note is being saved belongs to the next note.
    const isSame = () => field.current?.value.trim() === text;
    if (!adding.isPending) adding.mutate(text, { onSuccess: () => isSame() && form.reset() });
  };

  return (
    <div className="stack">
      {notes.length > 0 && (
        <ul className={historyStyles.list}>
          {notes.map(({ id, text, by, createdAt }) => (
            <li key={id} className={historyStyles.entry}>
              <p className="whitespace-pre-wrap">{text}</p>
              <span className={historyStyles.by}>
                {m.admin_orders_by({ who: actorName(by), when: showMoment(createdAt) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <form className="stack" onSubmit={send}>
        <div className="field">
          <label htmlFor="admin-order-note">{m.admin_orders_note()}</label>
          <textarea
            className="control"
            id="admin-order-note"
            name="text"
            ref={field}
            rows={3}
            maxLength={longestNote}
            aria-describedby="admin-order-note-hint"
          />
          <p className="hint" id="admin-order-note-hint">
            {m.admin_orders_note_hint()}
          </p>
        </div>
        <Failed error={adding.error} />
        <p>
          <button className="btn btn-secondary" type="submit" aria-busy={adding.isPending || undefined}>
            {m.admin_orders_note_add()}
          </button>
        </p>
      </form>
    </div>
  );
}
