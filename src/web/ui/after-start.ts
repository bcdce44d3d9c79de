import { keepComposingEnter } from "./composing-enter.ts";
import { bearTranslation } from "./translated-page.ts";

/** What no page needs before the application has taken over: it comes after. */
export function afterStart(): void {
  keepComposingEnter();
  bearTranslation();
}
