import type { Language } from "#domain/languages.ts";
import type { HowContent } from "./how-content.ts";

/** The page's words in one language, for its loader. */
export async function readHow(language: Language, includesCollision: boolean): Promise<HowContent> {
  const { how } = await (language === "zh" ? import("./how-zh.ts") : import("./how-en.ts"));
  return how(includesCollision);
}
