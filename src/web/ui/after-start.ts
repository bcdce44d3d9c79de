import { keepComposingEnter } from "./composing-enter.ts";
import { tolerateTranslatedPage } from "./translated-page.ts";

/** Starts what no page needs before the application has taken over. */
export function afterStart(): void {
  keepComposingEnter();
  tolerateTranslatedPage();
}
