import { useLocation } from "react-router";
import { languages } from "#domain/languages.ts";
import { currentLanguage } from "#web/i18n/language.ts";
import { m } from "#web/paraglide/messages.js";
import { Setting } from "./setting.tsx";

const names = { en: "English", zh: "中文" } as const;

/** The language of the pages. A plain link each: the whole document changes. */
export function LanguageSetting() {
  const { pathname } = useLocation();
  const current = currentLanguage();
  return (
    <Setting id="set-language" title={m.account_language()}>
      <div className="chips">
        {languages.map((language) => (
          <a
            key={language}
            className="chip"
            href={`${pathname}?lang=${language}`}
            lang={language}
            hrefLang={language}
            aria-current={language === current || undefined}
          >
            {names[language]}
          </a>
        ))}
      </div>
    </Setting>
  );
}
