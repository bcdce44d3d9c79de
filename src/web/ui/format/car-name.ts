import { carNameIn } from "#domain/cars/brand-names.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** A car's name as the reader knows its make. Public pages have it from their loaders. */
export const shownCarName = (name: string): string => carNameIn(name, currentLanguage());
