import { showMoment } from "#web/ui/format/moment.ts";
import { m } from "#web/paraglide/messages.js";
import { CopyButton } from "#web/ui/copy-button.tsx";

/** A new administrator's invitation code, shown only this once. */
export function FreshCode({
  code,
  expiresAt,
  onDone,
}: {
  code: string;
  expiresAt: string;
  onDone: () => void;
}) {
  return (
    <section
      className="grid gap-3 p-5 border border-line rounded-lg bg-fog"
      aria-labelledby="fresh-code-title"
    >
      <h3 className="label outline-none" id="fresh-code-title" tabIndex={-1} ref={(title) => title?.focus()}>
        {m.admin_invite_code()}
      </h3>
      <p className="font-mono tracking-[0.04em] wrap-anywhere text-[1rem]/[1.6]" translate="no">
        {code}
      </p>
      <p className="small muted">
        {m.admin_invite_once({ moment: showMoment(expiresAt), address: "/signup?type=admin" })}
      </p>
      <div className="acts">
        <CopyButton text={code} label={m.admin_invite_copy()} />
        <button className="btn btn-primary btn-sm" type="button" onClick={onDone}>
          {m.admin_invite_done()}
        </button>
      </div>
    </section>
  );
}
