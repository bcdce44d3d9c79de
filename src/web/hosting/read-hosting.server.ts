import type { Language } from "#domain/languages.ts";
import type { HostingContent } from "./hosting-content.ts";

/** The page's words in one language, for its loader. */
export async function readHosting(language: Language): Promise<HostingContent> {
  const { hosting } = await (language === "zh" ? import("./hosting-zh.ts") : import("./hosting-en.ts"));
  return hosting;
}
