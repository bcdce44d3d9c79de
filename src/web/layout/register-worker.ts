import { currentLanguage } from "#web/i18n/language.ts";

/**
 * Installs the service worker, which shows a page while there is no network. It starts when the browser is idle.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    void navigator.serviceWorker.register(`/sw.js?lang=${currentLanguage()}`).catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 5000);
}
