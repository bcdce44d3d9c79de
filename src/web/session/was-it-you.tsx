import type { ReactNode } from "react";
import { m } from "#web/paraglide/messages.js";
import { Failed } from "./states.tsx";

type WasItYouProps = {
  title: string;
  lead: string;
  items: readonly { id: string; shown: ReactNode }[];
  onSay: (id: string, isMine: boolean) => void;
  isSaying: boolean;
  error: unknown;
};

/** Things sent with this person's email without signing in: the person says whether they sent them. */
export function WasItYou({ title, lead, items, onSay, isSaying, error }: WasItYouProps) {
  if (items.length === 0) return null;
  return (
    <section className="card grid gap-4" aria-labelledby="was-it-you">
      <div>
        <h2 className="h3" id="was-it-you">
          {title}
        </h2>
        <p className="small muted">{lead}</p>
      </div>
      <ul className="grid gap-4">
        {items.map(({ id, shown }) => (
          <li key={id} className="grid gap-3 border-t border-line pt-4">
            {shown}
            <p className="flex flex-wrap gap-2">
              {([true, false] as const).map((isMine) => (
                <button
                  key={String(isMine)}
                  className="btn btn-secondary btn-sm"
                  type="button"
                  aria-busy={isSaying || undefined}
                  onClick={() => !isSaying && onSay(id, isMine)}
                >
                  {isMine ? m.me_origin_mine() : m.me_origin_not_mine()}
                </button>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <Failed error={error} />
    </section>
  );
}
