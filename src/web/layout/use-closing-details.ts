import { type KeyboardEvent, type RefObject, useEffect } from "react";

/**
 * Closes a menu after a choice, a press elsewhere, or Back; the returned listener closes it on Escape. The menu
 * opens and closes without script too: a menu that somebody opened before the application started, or while
 * another page was loading, stays open.
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
