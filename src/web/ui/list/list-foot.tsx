import { m } from "#web/paraglide/messages.js";
import { showNumber } from "#web/ui/format/show-number.ts";
import { MoreButton, type PagedList } from "#web/ui/more-button.tsx";

type ListFootProps = { shown: number; total: number | undefined; list: PagedList };

/** How much of a list is shown, and a button for more. */
export const ListFoot = ({ shown, total = shown, list }: ListFootProps) => (
  <div className="admin-foot">
    <span className="note num">{m.admin_shown({ shown: showNumber(shown), total: showNumber(total) })}</span>
    <MoreButton list={list} label={m.admin_more()} />
  </div>
);
