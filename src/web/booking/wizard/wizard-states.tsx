import { m } from "#web/paraglide/messages.js";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/session/states.tsx";

export const Loading = () => (
  <div className="page">
    <Waiting>{m.wizard_loading()}</Waiting>
  </div>
);

export const Confirming = () => (
  <div className="page">
    <Waiting>{m.payments_confirming()}</Waiting>
  </div>
);

export function LoadFailed({ onAgain }: { onAgain: () => void }) {
  return (
    <div className="page">
      <Notice kind="bad" isAlert>
        <p>{m.wizard_load_failed()}</p>
        <button className="btn btn-secondary btn-sm" type="button" onClick={onAgain}>
          {m.wizard_try_again()}
        </button>
      </Notice>
    </div>
  );
}
