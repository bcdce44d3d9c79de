import type { Language } from "#domain/languages.ts";
import type { HostingContent } from "./hosting-content.ts";

/** The page's words in one language, for its loader, with our share of a rental in percent. */
export async function readHosting(language: Language, platformSharePercent: number): Promise<HostingContent> {
  const { hosting } = await (language === "zh" ? import("./hosting-zh.ts") : import("./hosting-en.ts"));
  return hosting(platformSharePercent);
}
