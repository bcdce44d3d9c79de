import { m } from "#web/paraglide/messages.js";
import type { HomeContent } from "./home-content.ts";
import drawings from "#web/ui/steps.svg?url";
import { Section } from "#web/ui/section.tsx";

/** The drawings, and the side of each that phones show in a square. */
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
          <li
            className="grid content-start gap-2.5 max-md:grid-cols-[6rem_minmax(0,1fr)] max-md:grid-rows-[auto_1fr] max-md:gap-x-4 max-md:gap-y-1"
            key={title}
          >
            <svg
              viewBox="0 0 320 200"
              preserveAspectRatio={`${drawn[place]?.side ?? "xMid"}YMid slice`}
              className="w-full aspect-2/1 rounded-lg bg-water md:mb-3 max-md:aspect-square max-md:[grid-row:1/span_2]"
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

/** The width of each step, by its number of months. */
const shares: Record<number, string> = { 2: "flex-2", 3: "flex-3", 4: "flex-4" };

/** A tide that falls along a row of months. The water's height, and on phones its length, is the price. */
export function PriceSteps({ title, lead, steps }: NonNullable<HomeContent["tide"]>) {
  return (
    <Section id="tide" title={title} lead={lead}>
      <ol className="tide max-md:grid max-md:gap-1 md:flex md:items-end md:border-b-[1.5px] md:border-ink">
        {steps.map(({ length, price, off, part, months }) => (
          <li key={length} className={shares[months] ?? "flex-1"}>
            <p>
              <b className="block text-base/[1.25] tracking-[-0.02em] whitespace-nowrap tabular-nums max-md:self-center">
                {price}
              </b>{" "}
              <span className="text-xs/[1.4] text-ink-soft">{off}</span>
            </p>
            <div className="water">
              <svg
                className="max-md:hidden"
                width="100%"
                height={Math.round(200 * part)}
                aria-hidden="true"
              />
              <svg
                className="length absolute left-0 top-0 bg-water md:hidden"
                width={`${100 * part}%`}
                height="100%"
                aria-hidden="true"
              />
              <span className="absolute left-3 bottom-2.5 text-xs/[1.4] font-label whitespace-nowrap max-md:left-4 max-md:top-1 max-md:bottom-auto">
                {length}
              </span>
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
          <div
            className="grid grid-cols-[9.5rem_minmax(0,1fr)] items-baseline gap-6 py-5 border-t border-line max-md:grid-cols-[5.5rem_minmax(0,1fr)] max-md:gap-4 max-md:py-3.5"
            key={title}
          >
            <dt className="text-2xl/[1.05] font-title tracking-[-0.03em] whitespace-nowrap [:lang(zh)_&]:text-2xl/[1.2] [:lang(zh)_&]:tracking-[0]">
              {figure}
            </dt>
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
      <div className="versus overflow-clip border border-line rounded-xl bg-surface">
        <table className="w-full table-fixed text-sm">
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
