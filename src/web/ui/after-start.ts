import { keepComposingEnter } from "./composing-enter.ts";
import { bearTranslation } from "./translated-page.ts";

/** Starts what no page needs before the application has taken over. */
export function afterStart(): void {
  keepComposingEnter();
  bearTranslation();
}
