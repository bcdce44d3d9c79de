import type { ReactNode } from "react";
import { Icon } from "#web/ui/icon.tsx";
import { MoreButton, type PagedList } from "#web/ui/more-button.tsx";
import { m } from "#web/paraglide/messages.js";
import { Failed, Waiting } from "#web/session/states.tsx";
import { Tabs } from "#web/ui/tabs.tsx";

/** A queue as its query reads it, page by page. */
type Pages<Item> = PagedList & {
  data: { pages: { items: Item[]; total: number }[] } | undefined;
  error: Error | null;
  isPending: boolean;
  refetch: () => Promise<unknown>;
};

export const itemsOf = <Item,>({ data }: Pages<Item>): Item[] =>
  data?.pages.flatMap(({ items }) => items) ?? [];

type WorkQueueProps<State extends string, Item> = {
  title: string;
  states: readonly { id: State; label: () => string }[];
  state: State;
  onState: (state: State) => void;
  list: Pages<Item>;
  /** The item in the list: its name, its subject, and since when it waits. */
  renderRow: (item: Item) => ReactNode;
  idOf: (item: Item) => string;
  chosenId: string | undefined;
  onChoose: (id: string) => void;
  /** Shown where there is nothing to do. `hint` is shown where no item is chosen yet. */
  empty: ReactNode;
  hint: string;
  /** The chosen item. */
  children: ReactNode;
};

/**
 * A queue of items to work through: its states as tabs, the list, and the chosen item beside it. A narrow screen
 * shows either the list or the item.
 */
export function WorkQueue<State extends string, Item>({
  title,
  states,
  state,
  onState,
  list,
  renderRow,
  idOf,
  chosenId,
  onChoose,
  empty,
  hint,
  children,
}: WorkQueueProps<State, Item>) {
  const items = itemsOf(list);
  return (
    <Tabs
      label={title}
      tabs={states.map(({ id, label }) => ({
        id,
        label: label(),
        count: state === id ? list.data?.pages[0]?.total || undefined : undefined,
      }))}
      current={state}
      onChoose={onState}
    >
      <Failed error={list.error} onRetry={() => void list.refetch()} />
      {list.isPending && <Waiting />}
      {list.data && items.length === 0 && empty}
      {items.length > 0 && (
        <div className="grid grid-cols-[minmax(13rem,16rem)_minmax(0,1fr)] gap-6 items-start max-[60rem]:grid-cols-1">
          <div className={`grid gap-3 justify-items-start ${chosenId ? "max-[60rem]:hidden" : ""}`}>
            <ul className="w-full" aria-label={title}>
              {items.map((item) => {
                const id = idOf(item);
                return (
                  <li className="py-0.5 border-b border-line" key={id}>
                    <button
                      className="pick grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 gap-y-0.5 w-full px-3 py-2.5 rounded-md text-start text-sm/[1.4]"
                      type="button"
                      aria-current={id === chosenId || undefined}
                      onClick={() => onChoose(id)}
                    >
                      {renderRow(item)}
                    </button>
                  </li>
                );
              })}
            </ul>
            <MoreButton list={list} label={m.admin_more()} />
          </div>
          {chosenId ? children : <Nothing hint={hint} onBegin={() => items[0] && onChoose(idOf(items[0]))} />}
        </div>
      )}
    </Tabs>
  );
}

/** Shown beside the list while no item is chosen. A narrow screen shows only the list then. */
const Nothing = ({ hint, onBegin }: { hint: string; onBegin: () => void }) => (
  <div className="grid justify-items-center gap-3 py-12 px-4 text-center border border-line rounded-md max-[60rem]:hidden">
    <p className="muted">{hint}</p>
    <button className="btn btn-secondary btn-sm" type="button" onClick={onBegin}>
      {m.admin_queue_begin()}
    </button>
  </div>
);

/** Leads from the chosen item back to the list, where the screen has room for one of them. */
export const BackToQueue = ({ onClose, children }: { onClose: () => void; children: string }) => (
  <button
    className="btn btn-quiet btn-sm hidden max-[60rem]:inline-flex max-[60rem]:justify-self-start max-[60rem]:-ms-3"
    type="button"
    onClick={onClose}
  >
    <Icon name="back" />
    {children}
  </button>
);
