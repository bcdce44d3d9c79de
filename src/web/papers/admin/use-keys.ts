import { useEffect, useRef } from "react";

type Deed = (() => void) | undefined;
type Keys = { onVerify?: Deed; onDecline?: Deed; onNext?: Deed };

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));

/**
 * The keys of the queue, all with Ctrl or ⌘, so that none is a letter; while somebody types in a field they
 * are the field's.
 */
export function useKeys(keys: Keys): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping(event.target)) return;
      const { onVerify, onDecline, onNext } = latest.current;
      const deeds: Record<string, Deed> = { Enter: onVerify, Backspace: onDecline, ArrowDown: onNext };
      const deed = Object.hasOwn(deeds, event.key) ? deeds[event.key] : undefined;
      if (!deed) return;
      event.preventDefault();
      deed();
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, []);
}
