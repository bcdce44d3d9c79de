import { useSearchParams } from "react-router";

type QueueAddress<State extends string> = {
  /** The address's word for the state. */
  name: "state" | "status";
  states: readonly { id: State }[];
  /** The state where the address names none, or an unknown one; the address leaves it out. */
  usual: State;
};

/** The state of a work queue and its chosen item, which are both in the address. */
export function useQueueAddress<State extends string>({ name, states, usual }: QueueAddress<State>) {
  const [search, setSearch] = useSearchParams();
  const show = (next: State, id?: string) =>
    setSearch(
      { ...(next !== usual && { [name]: next }), ...(id && { id }) },
      { replace: true, preventScrollReset: true },
    );
  return {
    state: states.find(({ id }) => id === search.get(name))?.id ?? usual,
    chosenId: search.get("id"),
    show,
  };
}
