import { otherLanguage } from "#domain/languages.ts";
import { useLocation } from "react-router";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";

/**
 * The same address in the other language. A plain link: the whole document changes its language, with script
 * or without.
 */
export function LanguageSwitch() {
  const { pathname, search } = useLocation();
  const other = otherLanguage(currentLanguage());
  const query = new URLSearchParams(search);
  query.set("lang", other);
  return (
    <a
      className="btn btn-quiet btn-sm"
      data-language=""
      href={`${pathname}?${query}`}
      lang={other}
      hrefLang={other}
      title={m.layout_other_language_title()}
    >
      {m.layout_other_language()}
    </a>
  );
}
