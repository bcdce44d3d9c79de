import { Link } from "react-router";
import { currentLanguage } from "#web/i18n/language.ts";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import "#web/styles/ask.css";
import "#web/styles/scene.css";
import { Lead } from "#web/ui/lead.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { Route } from "./+types/guide-page.ts";
import { Directory } from "./directory.tsx";
import { guide } from "./guide-zh.server.ts";
import styles from "./guide.module.css";
import { Section } from "./section.tsx";
import { Sign } from "./sign.tsx";

export const loader = () => guide;

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.guide_title(),
    description: m.guide_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.guide_title(), path: "/autoedu" }])],
  });
};

export default function GuidePage({
  loaderData: { hero, quick, emergency, directory, llc, soon, sources, home },
}: Route.ComponentProps) {
  return (
    <div className="guide in-chinese grid grid-cols-1 font-sans text-base" lang="zh">
      <Hero hero={hero} />
      <QuickFixes quick={quick} />
      <Emergency emergency={emergency} />
      <section className="page pt-[clamp(3.5rem,7vw,6rem)]" id="guide" aria-labelledby="directory-title">
        <h2 className="h2" id="directory-title">
          {directory.title}
        </h2>
        <Directory label={directory.label} parts={directory.parts} />
      </section>
      <section
        className="page grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 pt-[clamp(3.5rem,7vw,6rem)] max-md:grid-cols-1"
        id="llc"
        aria-labelledby="llc-title"
      >
        <div>
          <h2 className="h2" id="llc-title">
            {llc.title}
          </h2>
          <p className="muted mt-3">{llc.lead}</p>
        </div>
        <div>
          {llc.sections.map((section) => (
            <Section key={section.id} section={section} group="llc" />
          ))}
          <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 mt-10">
            <svg className="moon row-span-2 size-7" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <circle cx="8" cy="8" r="6" />
              <path d="M8 2a6 6 0 0 1 0 12A6.9 6.9 0 0 0 8 2Z" />
            </svg>
            <h3 className="text-base">{soon.title}</h3>
            <p className="small muted">{soon.text}</p>
          </div>
        </div>
      </section>
      <aside className="page pt-12" aria-label={sources.title}>
        <p className="note max-w-240">
          <LinkedWords text={sources.text} />
        </p>
      </aside>
      <Link className={`${styles.home} print:hidden`} to="/" aria-label={home} title={home}>
        <Icon name="home" />
      </Link>
    </div>
  );
}

type Guide = Route.ComponentProps["loaderData"];

function Hero({ hero }: Pick<Guide, "hero">) {
  return (
    <section className="scene overflow-hidden bg-water" aria-labelledby="guide-title">
      <div className="page grid grid-cols-2 gap-[clamp(1.5rem,4vw,4rem)] items-end max-lg:grid-cols-1 max-lg:gap-0">
        <div className="grid justify-items-start gap-5 py-[clamp(2.5rem,6vw,5.5rem)] max-lg:pb-4">
          <h1 className="h1" id="guide-title">
            {hero.title.map((phrase) => (
              <span key={phrase}>{phrase} </span>
            ))}
          </h1>
          <Lead className="max-w-112 [word-break:auto-phrase]">{hero.lead}</Lead>
          {currentLanguage() !== "zh" && (
            <p lang={currentLanguage()}>
              <LinkedWords text={m.guide_in_chinese()} />
            </p>
          )}
          <a className="btn btn-primary" href="#guide">
            {hero.button}
            <Icon name="arrow" />
          </a>
        </div>
        <Sign name="scene" viewBox="0 0 640 400" className="w-full overflow-visible" />
      </div>
    </section>
  );
}

function QuickFixes({ quick }: Pick<Guide, "quick">) {
  return (
    <section
      className="page grid grid-cols-3 gap-x-[clamp(1.5rem,4vw,3.5rem)] gap-y-8 py-[clamp(2.5rem,5vw,4.5rem)] max-lg:grid-cols-1"
      aria-labelledby="quick-title"
    >
      <h2 className="sr-only" id="quick-title">
        {quick.title}
      </h2>
      {quick.fixes.map(({ sign, title, steps, more }) => (
        <article
          className="grid grid-cols-1 content-start justify-items-start gap-3 border-t-2 border-ink pt-5"
          key={sign}
        >
          <h3 className="h3 flex items-center gap-2.5">
            <Sign name={sign} viewBox="0 0 24 24" className="i size-6 stroke-[1.5]" />
            {title}
          </h3>
          <ol className="counted grid gap-[0.4375rem] text-sm text-ink-soft">
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <a className="link small" href={more.to}>
            <span>{more.words}</span>
          </a>
        </article>
      ))}
    </section>
  );
}

function Emergency({ emergency }: Pick<Guide, "emergency">) {
  return (
    <section className="page" aria-labelledby="sos-title">
      <div
        className={`${styles.sos} grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-[clamp(1.25rem,3vw,2.5rem)] gap-y-5 p-[clamp(1.25rem,3vw,2rem)] rounded-xl bg-bad-wash max-md:grid-cols-[auto_minmax(0,1fr)]`}
      >
        <Icon name="alert" />
        <div>
          <h2 className="text-lg/[1.5]" id="sos-title">
            {emergency.title}
          </h2>
          <ol className="flex flex-wrap gap-x-7 gap-y-0.5 mt-1 text-sm/[1.8] max-md:grid max-md:gap-0">
            {emergency.steps.map((step, place) => (
              <li key={step}>
                <b className="mr-1.5 text-bad">{place + 1}</b>
                {step}
              </li>
            ))}
          </ol>
        </div>
        <a className="btn max-md:col-span-full" href="tel:911">
          {emergency.call}
        </a>
      </div>
    </section>
  );
}
