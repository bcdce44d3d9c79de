import { type KeyboardEvent, type RefObject, useEffect } from "react";

/**
 * Closes a menu on a choice, on a press elsewhere, on Back and, by the answered listener, on Escape. It opens and
 * closes without script too: what somebody opened before the application came, or while another page was coming,
 * stays open.
 */
export function useClosingDetails(
  details: RefObject<HTMLDetailsElement | null>,
): (event: KeyboardEvent) => void {
  useEffect(() => {
    const onEvent = ({ target }: Event) => {
      const isInside = target instanceof Element && details.current?.contains(target);
      if (!isInside || target.closest("a")) close(details.current);
    };
    window.addEventListener("click", onEvent);
    window.addEventListener("popstate", onEvent);
    return () => {
      window.removeEventListener("click", onEvent);
      window.removeEventListener("popstate", onEvent);
    };
  }, [details]);

  return ({ key }) => {
    if (key !== "Escape" || !details.current?.open) return;
    close(details.current);
    details.current.querySelector("summary")?.focus();
  };
}

function close(details: HTMLDetailsElement | null): void {
  if (details) details.open = false;
}
