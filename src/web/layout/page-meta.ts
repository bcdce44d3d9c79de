import type { MetaDescriptor } from "react-router";
import { previewSize } from "#domain/cars/previews.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { brandName } from "./drawings/brand-mark.tsx";

type PageMeta = {
  title: string;
  description?: string;
  /** The address of a picture of its own for messengers and feeds. */
  image?: string;
  /** JSON-LD objects. The router escapes them for the page. */
  structuredData?: Record<string, unknown>[];
};

/** The picture of a page for messengers and feeds. All our pictures have the same width and height. */
export const preview = (address: string): { property: string; content: string }[] => [
  { property: "og:image", content: address },
  { property: "og:image:width", content: String(previewSize.width) },
  { property: "og:image:height", content: String(previewSize.height) },
];

/** What a page says about itself in its head. The layout adds the canonical and language links. */
export function pageMeta({ title, description, image, structuredData = [] }: PageMeta): MetaDescriptor[] {
  const named = title.includes(brandName()) ? title : `${title} · ${brandName()}`;
  return [
    { title: named },
    { property: "og:title", content: named },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: brandName() },
    { property: "og:locale", content: currentLanguage() === "zh" ? "zh_CN" : "en_US" },
    ...(description
      ? [
          { name: "description", content: description },
          { property: "og:description", content: description },
        ]
      : []),
    ...(image ? preview(image) : []),
    ...structuredData.map((data): MetaDescriptor => ({
      "script:ld+json": JSON.parse(JSON.stringify({ "@context": "https://schema.org", ...data })),
    })),
  ];
}
