import { currentLanguage } from "#web/i18n/language.ts";

/**
 * Installs the worker that has a page for the time without a network, once the browser has nothing better to
 * do.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const register = () =>
    void navigator.serviceWorker.register(`/sw.js?lang=${currentLanguage()}`).catch(() => undefined);
  if ("requestIdleCallback" in window) requestIdleCallback(register, { timeout: 10_000 });
  else setTimeout(register, 5000);
}
