import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "#domain/languages.ts";
import { overwriteGetLocale } from "#web/paraglide/runtime.js";

const store = new AsyncLocalStorage<Language>();
overwriteGetLocale(() => store.getStore() ?? "en");

/** Renders under one request's language; no other request can see it. */
export const withLanguage = <T>(language: Language, work: () => T): T => store.run(language, work);
