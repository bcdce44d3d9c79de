import { formatMoment } from "#domain/local-time.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** An instant on Los Angeles's clocks, in the page's language. */
export const showMomentInLosAngeles = (instant: string): string =>
  formatMoment(Date.parse(instant), currentLanguage());
