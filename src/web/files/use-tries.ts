import { useEffect, useRef, useState } from "react";
import { growingPauses } from "#web/try-again.ts";

/** Calls `again` after growing pauses for as long as something waits for it, or sooner once the network is back. */
export function useTries(again: () => void) {
  const latest = useRef(again);
  useEffect(() => {
    latest.current = again;
  });
  const [tries] = useState(() => {
    const pauses = growingPauses();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const now = () => {
      if (timer === undefined) return;
      stop();
      latest.current();
    };
    return {
      /** A try failed: there is another one after a pause. */
      later: () => {
        stop();
        timer = setTimeout(now, pauses.next());
      },
      now,
      stop,
      /** A try succeeded. */
      reset: pauses.reset,
    };
  });
  useEffect(() => {
    window.addEventListener("online", tries.now);
    return () => {
      window.removeEventListener("online", tries.now);
      tries.stop();
    };
  }, [tries]);
  return tries;
}
