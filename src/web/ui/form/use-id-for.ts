import { useRef } from "react";

/**
 * Ids for what a form adds. The same sent again, because no answer came, keeps its id and is added once; anything
 * else is another one. `forget` begins anew once it is there: the same may then be added a second time.
 */
export function useIdFor() {
  const ids = useRef(new Map<string, string>());
  return {
    idFor: (body: object): string => {
      const key = JSON.stringify(body);
      const id = ids.current.get(key) ?? crypto.randomUUID();
      ids.current.set(key, id);
      return id;
    },
    forget: () => ids.current.clear(),
  };
}
