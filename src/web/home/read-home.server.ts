import type { Language } from "#domain/languages.ts";
import type { HomeContent } from "./home-content.ts";

/** The home page's texts in one language, for its loader: no script carries them. `lowest` is the fleet's lowest price as people read it. */
export async function readHome(language: Language, lowest: string): Promise<HomeContent> {
  const { home } = await (language === "zh" ? import("./home-zh.ts") : import("./home-en.ts"));
  return home(lowest);
}
