import { useEffect } from "react";
import { type Location, useNavigation } from "react-router";
import { visitStore } from "#web/ui/browser-storage.ts";
import { wantedKey } from "#web/ui/wanted-page-key.ts";

/**
 * After an upgrade a page's script may be there no more: the router loads the document anew, where somebody was and not
 * where they meant to go. What they meant is kept as the document goes, and the next one goes there (`inline/early.ts`).
 */
export function useWantedPage(): void {
  const { location: wanted } = useNavigation();
  useEffect(() => {
    if (!wanted) return;
    const keep = () => keepWanted(wanted);
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [wanted]);
}

function keepWanted({ pathname, search, hash }: Location): void {
  try {
    visitStore()?.setItem(wantedKey, JSON.stringify([window.location.href, pathname + search + hash]));
  } catch {
    // A storage that is full keeps nothing: the page is where it was.
  }
}
