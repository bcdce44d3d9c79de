import { Link } from "react-router";
import { breadcrumbs } from "#web/layout/breadcrumbs.ts";
import { pageMeta } from "#web/layout/page-meta.ts";
import { m } from "#web/paraglide/messages.js";
import { scopeContext } from "#web/site-settings.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LinkedWords } from "#web/ui/linked-words.tsx";
import type { Route } from "./+types/how-page.ts";
import "./how.css";
import type { Point } from "./how-content.ts";
import { readHow } from "./read-how.server.ts";

export function loader({ context }: Route.LoaderArgs) {
  const { language, business } = context.get(scopeContext);
  return readHow(language, business.includesCollision);
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { origin = "" } = matches[0]?.loaderData ?? {};
  return pageMeta({
    title: m.how_title(),
    description: m.how_description(),
    structuredData: [breadcrumbs(origin, [{ name: m.how_title(), path: "/how-it-works" }])],
  });
};

export default function HowPage({
  loaderData: { heading, lead, renting, due, included, changes, hosting, ask },
}: Route.ComponentProps) {
  return (
    <div className="page how">
      <header className="how-head">
        <h1 className="h2">{heading}</h1>
        <p className="lead">{lead}</p>
      </header>
      <section aria-labelledby="renting">
        <h2 className="h3" id="renting">
          {renting.title}
        </h2>
        <p className="muted">{renting.lead}</p>
        <Steps steps={renting.steps} />
        <Link className="btn btn-primary" to="/cars">
          {m.layout_browse_cars()}
        </Link>
      </section>
      <section className="how-part" aria-labelledby="due">
        <div>
          <h2 className="h3" id="due">
            {due.title}
          </h2>
          <p className="muted">{due.lead}</p>
        </div>
        <table className="how-due">
          <thead className="sr-only">
            <tr>
              <th scope="col">{due.when}</th>
              <th scope="col">{due.what}</th>
            </tr>
          </thead>
          <tbody>
            {due.rows.map(({ title, text }) => (
              <tr key={title}>
                <th scope="row">{title}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <section className="how-part" aria-labelledby="included">
        <h2 className="h3" id="included">
          {included.title}
        </h2>
        <Points points={included.points} />
      </section>
      <section className="how-part" aria-labelledby="changes">
        <div>
          <h2 className="h3" id="changes">
            {changes.title}
          </h2>
          <p className="muted">{changes.lead}</p>
        </div>
        <Points points={changes.points} />
      </section>
      <section aria-labelledby="hosting">
        <h2 className="h3" id="hosting">
          {hosting.title}
        </h2>
        <p className="muted">{hosting.lead}</p>
        <Steps steps={hosting.steps} />
        <a className="link" href="/autowealth/">
          <span>{hosting.more}</span>
          <Icon name="arrow" />
        </a>
      </section>
      <section className="well how-ask" aria-labelledby="ask">
        <div>
          <h2 className="h3" id="ask">
            {ask.title}
          </h2>
          <p className="muted">
            <LinkedWords text={ask.text} />
          </p>
        </div>
        <Link className="btn btn-secondary" to="/contact">
          {m.layout_nav_contact()}
        </Link>
      </section>
    </div>
  );
}

function Steps({ steps }: { steps: readonly Point[] }) {
  return (
    <ol className="how-steps">
      {steps.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>
            <LinkedWords text={text} />
          </p>
        </li>
      ))}
    </ol>
  );
}

function Points({ points }: { points: readonly Point[] }) {
  return (
    <dl className="how-points">
      {points.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
