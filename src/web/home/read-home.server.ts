import type { Language } from "#domain/languages.ts";
import type { HomeContent, HomeFigures } from "./home-content.ts";

/** The home page's texts in one language, read on the server so that no script contains them. */
export async function readHome(language: Language, figures: HomeFigures): Promise<HomeContent> {
  const { home } = await (language === "zh" ? import("./home-zh.ts") : import("./home-en.ts"));
  return home(figures);
}
