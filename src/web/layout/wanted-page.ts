import { useEffect } from "react";
import { useNavigation } from "react-router";
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
    const { pathname, search, hash } = wanted;
    const keep = () =>
      visitStore()?.setItem(wantedKey, JSON.stringify([window.location.href, pathname + search + hash]));
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [wanted]);
}
