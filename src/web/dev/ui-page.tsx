import { data } from "react-router";
import { pageMeta } from "#web/layout/page-meta.ts";
import { NotFound } from "#web/layout/lost.tsx";
import { scopeContext } from "#web/site-settings.ts";
import type { Route } from "./+types/ui-page.ts";
import "#web/styles/card.css";
import "#web/styles/ask.css";
import "#web/auth/auth.css";
import "#web/orders/orders.css";
import { Parts } from "./parts.tsx";

const scheme = "grid content-start gap-12 px-gutter py-8 bg-fog text-ink";
const title = "Parts of the interface";
const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** For developers, on their own machine. */
export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl } = context.get(scopeContext);
  const isHere = URL.canParse(publicUrl) && thisMachine.test(new URL(publicUrl).hostname);
  return data({ isHere }, { status: isHere ? 200 : 404 });
}

export const handle = { isUnlisted: true };
export const meta: Route.MetaFunction = () => pageMeta({ title });

/** Every primitive in every state, in the light and the dark theme: for a look after a change of the styles. */
export default function UiPage({ loaderData: { isHere } }: Route.ComponentProps) {
  if (!isHere) return <NotFound />;
  return (
    <div className="pt-10" lang="en">
      <h1 className="page h2">{title}</h1>
      <div className="mt-8 grid grid-cols-2 max-md:grid-cols-1">
        <section className={`${scheme} scheme-light`} aria-label="Light">
          <Parts id="light" />
        </section>
        <section className={`${scheme} scheme-dark`} aria-label="Dark">
          <Parts id="dark" />
        </section>
      </div>
    </div>
  );
}
