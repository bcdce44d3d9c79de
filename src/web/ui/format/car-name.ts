import { carNameIn } from "#domain/cars/brand-names.ts";
import { currentLanguage } from "#web/i18n/language.ts";

/** A car's name with its make as readers of the page's language know it. On public pages the loaders do this. */
export const shownCarName = (name: string): string => carNameIn(name, currentLanguage());
