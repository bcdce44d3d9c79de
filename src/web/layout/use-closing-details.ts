import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Closes a menu on a choice, on a press elsewhere and, by the answered listener, on Escape. It opens and
 * closes without script too: what somebody opened before the application came stays open.
 */
export function useClosingDetails(
  details: RefObject<HTMLDetailsElement | null>,
): (event: KeyboardEvent) => void {
  const { pathname } = useLocation();

  const seen = useRef(pathname);

  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    close(details.current);
  }, [details, pathname]);
  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close(details.current);
    };
    document.addEventListener("pointerdown", onPress);
    return () => document.removeEventListener("pointerdown", onPress);
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
