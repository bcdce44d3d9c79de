import { m } from "#web/paraglide/messages.js";
import type { HomeContent } from "./home-content.ts";
import drawings from "#web/ui/steps.svg?url";
import { Section } from "#web/ui/section.tsx";

/** The drawings, and the side of each that a square shows on phones. */
const drawn = [
  { id: "choose", side: "xMid" },
  { id: "ask", side: "xMid" },
  { id: "deliver", side: "xMax" },
] as const;

export function Steps({ title, items }: HomeContent["steps"]) {
  return (
    <Section id="how" title={title}>
      <ol className="grid grid-cols-3 gap-[clamp(1.5rem,4vw,3.5rem)] max-md:grid-cols-1">
        {items.map(({ title, text }, place) => (
          <li className="step" key={title}>
            <svg
              viewBox="0 0 320 200"
              preserveAspectRatio={`${drawn[place]?.side ?? "xMid"}YMid slice`}
              className="scenery md:mb-3"
              aria-hidden="true"
              focusable="false"
            >
              <use href={`${drawings}#${drawn[place]?.id}`} />
            </svg>
            <h3 className="text-lg">{title}</h3>
            <p className="muted max-md:text-sm">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** A tide that falls along a row of months. The water's height, and on phones its length, is the price. */
export function Tide({ title, lead, steps }: NonNullable<HomeContent["tide"]>) {
  return (
    <Section id="tide" title={title} lead={lead}>
      <ol className="tide">
        {steps.map(({ length, price, off, part, months }) => (
          <li key={length} data-months={months}>
            <p>
              <b>{price}</b> <span>{off}</span>
            </p>
            <div className="water">
              <svg className="depth" width="100%" height={Math.round(200 * part)} aria-hidden="true" />
              <svg className="length" width={`${100 * part}%`} height="100%" aria-hidden="true" />
              <span>{length}</span>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  );
}

export function Why({ title, facts }: HomeContent["why"]) {
  return (
    <Section id="why" title={title}>
      <dl className="grid grid-cols-2 gap-x-[clamp(2rem,6vw,6rem)] max-lg:grid-cols-1">
        {facts.map(({ figure, title, text }) => (
          <div className="why" key={title}>
            <dt>{figure}</dt>
            <dd className="text-sm text-ink-soft">
              <b className="block text-base/[inherit] text-ink">{title}</b>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

export function Versus({ title, ours, rental, sharing, rows, note, sources }: HomeContent["versus"]) {
  return (
    <Section id="versus" title={title}>
      <div className="versus">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col" className="ours">
                {ours}
              </th>
              <th scope="col">{rental}</th>
              <th scope="col">{sharing}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.about}>
                <th scope="row">{row.about}</th>
                <td className="ours">{row.ours}</td>
                <td>{row.rental}</td>
                <td>{row.sharing}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="note mt-4 max-w-192">
        {note}{" "}
        {sources.map(({ name, url }, place) => (
          <span key={name}>
            {place > 0 && m.common_list_separator()}
            <a href={url} rel="noopener noreferrer nofollow">
              {name}
            </a>
          </span>
        ))}
      </p>
    </Section>
  );
}
