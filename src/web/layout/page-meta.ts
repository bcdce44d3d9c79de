import type { MetaDescriptor } from "react-router";
import { currentLanguage } from "#web/i18n/language.ts";
import { brandName } from "./brand-mark.tsx";

type PageMeta = {
  title: string;
  description?: string;
  /** The address of a picture for previews in messengers and feeds. */
  image?: string;
  /** JSON-LD objects. The router escapes them for the page. */
  structuredData?: Record<string, unknown>[];
};

/** What a page says about itself in its head. Canonical and language links are the layout's. */
export function pageMeta({ title, description, image, structuredData = [] }: PageMeta): MetaDescriptor[] {
  const named = title.includes(brandName()) ? title : `${title} · ${brandName()}`;
  return [
    { title: named },
    { property: "og:title", content: named },
    { property: "og:site_name", content: brandName() },
    { property: "og:locale", content: currentLanguage() === "zh" ? "zh_CN" : "en_US" },
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]
      : []),
    ...(image ? [{ property: "og:image", content: image }] : []),
    ...structuredData.map((data): MetaDescriptor => ({ "script:ld+json": JSON.parse(JSON.stringify({ "@context": "https://schema.org", ...data })) })),
  ];
}
