import { useRef } from "react";

/**
 * Ids for things that a form adds. The same content sent again, because no answer came, keeps its id and is added
 * once; other content gets another id. After a success `forget` lets the same content be added again.
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
