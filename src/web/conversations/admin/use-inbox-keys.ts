import { useEffect, useRef } from "react";

type Keys = { onNext: () => void; onPrevious: () => void };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/** Ctrl or ⌘ with the arrows leads to the next conversation; while somebody types they are the field's. */
export function useInboxKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      const deed =
        event.key === "ArrowDown"
          ? latest.current.onNext
          : event.key === "ArrowUp"
            ? latest.current.onPrevious
            : undefined;
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
