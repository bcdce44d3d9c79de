import { useEffect } from "react";
import { useNavigation } from "react-router";
import { visitStore } from "#web/ui/browser-storage.ts";
import { interruptedNavigationKey } from "#web/ui/interrupted-navigation-key.ts";

/**
 * After an upgrade a page's script may be gone. The router then reloads the old page instead of the wanted one.
 * The wanted page is kept when the document goes, and the next document goes there (`inline/early.ts`).
 */
export function useInterruptedNavigation(): void {
  const { location: wanted } = useNavigation();
  useEffect(() => {
    if (!wanted) return;
    const { pathname, search, hash } = wanted;
    const keep = () =>
      visitStore()?.setItem(
        interruptedNavigationKey,
        JSON.stringify([window.location.href, pathname + search + hash]),
      );
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [wanted]);
}
