import { brand } from "#domain/brand.ts";
import { currentLanguage } from "#web/i18n/language.ts";

export const brandName = (): string => brand.name[currentLanguage()];

/** A shore and the moon over it, and the name. */
export function BrandMark() {
  return (
    <>
      <svg className="size-8" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path
          className="fill-ink stroke-ink"
          d="M4 4h4.5C8.5 15.5 15.5 23.5 28 23.5V28H4Z"
          strokeWidth="2"
          strokeLinejoin="round"
        />
        <circle className="fill-bridge" cx="21.5" cy="10.5" r="5.5" />
      </svg>
      <span>{brandName()}</span>
    </>
  );
}
