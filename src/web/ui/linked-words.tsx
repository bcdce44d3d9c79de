import { Fragment } from "react";
import { Link } from "react-router";
import { textParts } from "./linked-text.ts";

/** A text of ours with working links. A page of another site can't reach back into this page. */
export function LinkedWords({ text }: { text: string }) {
  return textParts(text).map(({ text, to, language }, place) => {
    const key = `${place} ${text}`;
    if (language) {
      return (
        <span key={key} lang={language}>
          {text}
        </span>
      );
    }
    if (to === undefined) return <Fragment key={key}>{text}</Fragment>;
    if (to.startsWith("#")) {
      return (
        <a key={key} href={to}>
          {text}
        </a>
      );
    }
    return to.startsWith("/") ? (
      <Link key={key} to={to}>
        {text}
      </Link>
    ) : (
      <a key={key} href={to} rel="noopener">
        {text}
      </a>
    );
  });
}
