import { useEffect, useRef } from "react";

/** What each key does, by its name (KeyboardEvent.key); one that does nothing now is the browser's. */
export type Deeds = Readonly<Record<string, (() => void) | undefined>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/**
 * A screen's own keys, all with Ctrl or ⌘, so that none is a letter; while somebody types in a field they are the
 * field's.
 */
export function useControlKeys(deeds: Deeds): void {
  const latest = useRef(deeds);
  useEffect(() => {
    latest.current = deeds;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      const deed = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
