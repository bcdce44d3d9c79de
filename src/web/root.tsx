import { type ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useRouteLoaderData,
} from "react-router";
import type { Route } from "./+types/root.ts";
import { isForReading } from "./cached-pages.ts";
import { currentLanguage } from "./i18n/language.ts";
import { brandName } from "./layout/drawings/brand-mark.tsx";
import { Footer } from "./layout/footer.tsx";
import { HeadLinks } from "./layout/head-links.tsx";
import { headScript } from "./inline/page-scripts.ts";
import { Header } from "./layout/header.tsx";
import { Broken, NotFound } from "./layout/lost.tsx";
import { pageMeta } from "./layout/page-meta.ts";
import { useInterruptedNavigation } from "./layout/interrupted-navigation.ts";
import { m } from "./paraglide/messages.js";
import { scopeContext } from "./site-settings.ts";
import { signInMeta } from "./session/sign-in-settings.ts";
import "./styles/app.css";
import { Toaster } from "./ui/toaster.tsx";

export function loader({ context }: Route.LoaderArgs) {
  const { publicUrl, today, signIn, business } = context.get(scopeContext);
  return { origin: publicUrl.replace(/\/$/, ""), today, signIn, business };
}

/**
 * The business data may change while somebody moves from page to page. It is at the foot of every page to read, so
 * these pages reload it; other screens don't wait for it.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname
    ? currentUrl.search === nextUrl.search
    : isForReading(nextUrl.pathname);

export const links: Route.LinksFunction = () => [
  {
    rel: "preload",
    href: "/fonts/hanken-grotesk-latin.woff2",
    as: "font",
    type: "font/woff2",
    crossOrigin: "anonymous",
  },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/icons/apple-touch-icon.png" },
];

export const meta: Route.MetaFunction = ({ error }) => {
  if (error === undefined) return pageMeta({ title: brandName() });
  return pageMeta({ title: isMissing(error) ? m.layout_not_found_title() : m.layout_broken_title() });
};

export function Layout({ children }: { children: ReactNode }) {
  const rootData = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang={currentLanguage()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f6f7f4" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0b1719" />
        <script
          // oxlint-disable-next-line react/no-danger -- our own constants, of no use to a page that is drawn anew; the policy allows them by their hash
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? headScript : "" }}
          suppressHydrationWarning
        />
        {rootData && <meta name={signInMeta} content={JSON.stringify(rootData.signIn)} />}
        <Meta />
        {rootData && <HeadLinks origin={rootData.origin} />}
        {/* The page is first painted when it is complete: on a slow processor later parts would move others. */}
        <link rel="expect" href="#end" blocking="render" />
        <link rel="manifest" href={`/manifest.webmanifest?lang=${currentLanguage()}`} />
        <Links />
      </head>
      <body>
        <a
          className="skip absolute top-2 left-2 z-(--z-toast) px-4 py-2.5 rounded-md bg-ink text-fog not-focus:-translate-y-[200%]"
          href="#main"
        >
          {m.layout_skip()}
        </a>
        <Header />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer year={rootData?.today.slice(0, 4) ?? ""} />
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  useInterruptedNavigation();
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return isMissing(error) ? <NotFound /> : <Broken />;
}

const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;
