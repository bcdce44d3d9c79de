import { Suspense } from "react";
import { Link } from "react-router";
import { listCars, listLocations } from "#contract/cars.ts";
import { listNewestReviews } from "#contract/reviews.ts";
import { brand } from "#domain/brand.ts";
import { formatWholeMoney, wireMoney } from "#domain/money.ts";
import { varied } from "#domain/cars/varied.ts";
import { promoValue } from "#domain/pricing/pricing.ts";
import { returnDateFor } from "#domain/pricing/rental-length.ts";
import { api } from "#web/api.ts";
import { CarCard } from "#web/cars/car-card.tsx";
import "#web/styles/card.css";
import { shownCar, taxesOf } from "#web/cars/shown-car.ts";
import { byUrgency } from "#web/faq/faq-entries.ts";
import { Asks } from "#web/faq/faq-list.tsx";
import { readFaq } from "#web/faq/read-faq.server.ts";
import { brandName } from "#web/layout/drawings/brand-mark.tsx";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import { PromoDialog } from "#web/subscriptions/promo-dialog.tsx";
import { SubscribeForm } from "#web/subscriptions/subscribe-form.tsx";
import { Lead } from "#web/ui/lead.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { centsFromWire, showWholeMoney } from "#web/ui/format/money.ts";
import { lazyPart } from "#web/ui/lazy-part.tsx";
import type { Route } from "./+types/home-page.ts";
import { BayMap, MapSource } from "#web/map/bay-map.tsx";
import "./home.css";
import { Steps, PriceSteps, Versus, Why } from "./home-sections.tsx";
import { readHome } from "./read-home.server.ts";
import { SearchPanel } from "./search-panel.tsx";
import "./sections.css";
import { Destinations } from "./destinations.tsx";
import { Voices } from "./voices.tsx";

// This part is far down the page, so its code loads when it is drawn.
const NewestReviews = lazyPart(() => import("#web/reviews/newest-reviews.tsx"), "NewestReviews");

const carsShown = 4;
const reviewsShown = 3;
/** The number of newest cars to choose from. */
const carsLookedAt = 60;

/** The map's prices, and a few different cars among the newest that are free from the first possible pickup for a month. */
export async function loader({ context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { apiFetch, language, firstPickupDay, business } = scope;
  const month = { pickupDate: firstPickupDay, returnDate: returnDateFor(firstPickupDay, 1) };
  const [locations, newest, faq, reviews] = await Promise.all([
    api(listLocations, {}, apiFetch),
    api(listCars, { query: { ...month, sort: "newest", limit: String(carsLookedAt) } }, apiFetch),
    readFaq(language, business.includesCollision, business.taxRates !== undefined),
    api(listNewestReviews, { query: { language, limit: String(reviewsShown) } }, apiFetch),
  ]);
  const questions = byUrgency(faq);
  const cents = locations.flatMap(({ fromPrice }) => (fromPrice ? [centsFromWire(fromPrice)] : []));
  const ready = varied(newest, carsShown);
  const [example] = ready;
  const content = await readHome(language, {
    lowest: formatWholeMoney(cents.length ? Math.min(...cents) : 0, language),
    example: example && {
      name: example.name,
      year: example.year,
      monthlyPrice: centsFromWire(example.monthlyPrice),
    },
    isTaxed: business.taxRates !== undefined,
    moreQuestions: questions.others.length,
  });
  return {
    firstPickupDay,
    locations,
    ready: ready.map((car) => shownCar(car, language, undefined, taxesOf(scope))),
    questions,
    content,
    /** Undefined as long as there are too few reviews. */
    reviews: reviews.length === reviewsShown ? reviews : undefined,
  };
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "", business } = matches[0]?.loaderData ?? {};
  const organization = {
    "@type": "Organization",
    name: brand.name.en,
    alternateName: brand.name.zh,
    url: `${origin}/`,
    logo: `${origin}/icons/icon-512.png`,
    areaServed: brand.region.en,
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer service",
      email: business?.email,
      telephone: business?.phone,
      availableLanguage: ["en", "zh"],
    },
  };
  return pageMeta({
    title: m.home_page_title({ name: brandName() }),
    description: m.home_description(),
    structuredData: [organization],
  });
};

export default function HomePage({
  loaderData: { firstPickupDay, locations, ready, questions, content, reviews },
}: Route.ComponentProps) {
  const total = locations.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <section className="hero relative overflow-hidden bg-water" aria-labelledby="title">
        <div className="page relative z-(--z-raised) grid content-center gap-5 pointer-events-none max-lg:pt-6 lg:min-h-[min(46rem,100vh-4.5rem)] lg:pt-10 lg:pb-18">
          <h1
            className="h1 max-[78rem]:text-[3.25rem] max-lg:text-[length:min(var(--text-3xl),12vw)]"
            id="title"
          >
            <span className="keep">{m.home_title_first()}</span>{" "}
            <span className="keep">{m.home_title_second()}</span>
          </h1>
          <Lead className="min-[78rem]:max-w-120">{m.home_lead()}</Lead>
          <SearchPanel firstDay={firstPickupDay} />
        </div>
        <BayMap locations={locations} />
        <MapSource />
      </section>
      {ready.length > 0 && (
        <section className="page section" aria-labelledby="ready">
          <div className="section-head split">
            <h2 className="h2" id="ready">
              {m.home_ready()}
            </h2>
            <Link className="link" to="/cars">
              <span>{m.home_all_cars({ count: total })}</span>
              <Icon name="arrow" />
            </Link>
          </div>
          <ul className="cars slides">
            {ready.map((car) => (
              <CarCard key={car.id} car={car} />
            ))}
          </ul>
        </section>
      )}
      <Steps {...content.steps} />
      <Destinations outings={content.outings} citiesTitle={content.cities} locations={locations} />
      {content.tide && <PriceSteps {...content.tide} />}
      <Why {...content.why} />
      <Versus {...content.versus} />
      {reviews ? (
        <Suspense>
          <NewestReviews reviews={reviews} />
        </Suspense>
      ) : (
        <Voices {...content.voices} />
      )}
      <section className="page section" aria-labelledby="offer">
        <div className="grid grid-cols-2 items-center gap-x-[clamp(2rem,6vw,6rem)] gap-y-6 p-[clamp(1.5rem,4vw,3rem)] rounded-xl bg-water max-md:grid-cols-1 [&_.note]:text-ink-soft">
          <div className="grid gap-3">
            <h2 className="h2" id="offer">
              {m.promo_title({ amount: showWholeMoney(wireMoney(promoValue)) })}
            </h2>
            <p className="muted">{m.promo_text()}</p>
          </div>
          <SubscribeForm id="offer" source="home" />
        </div>
      </section>
      <section
        className="page section grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] items-start gap-x-[clamp(2rem,6vw,6rem)] gap-y-8 max-md:grid-cols-1"
        aria-labelledby="questions"
      >
        <div className="flex flex-wrap items-center gap-4 md:grid md:justify-items-start">
          <h2 className="h2 w-full" id="questions">
            {content.questions.title}
          </h2>
          <Link className="link" to="/faq">
            <span>{content.questions.all}</span>
            <Icon name="arrow" />
          </Link>
          <Link className="btn btn-secondary" to="/contact">
            {m.layout_nav_contact()}
          </Link>
        </div>
        <div className="border-t border-line">
          <Asks entries={questions.first} />
          <details>
            <summary className="py-5 text-ink-soft underline decoration-1 underline-offset-[0.2em]">
              {content.questions.more}
            </summary>
            <Asks entries={questions.others} />
          </details>
        </div>
      </section>
      <PromoDialog />
    </>
  );
}
