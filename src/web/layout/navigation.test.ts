import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#web/routes.ts";
import { accountPlaces, footerGroups, headerPlaces, menuPlaces } from "./navigation.ts";

const known = (all: RouteConfigEntry[]): RouteObject[] =>
  all.map(({ path, index, file, children = [] }) =>
    index ? { index: true, id: file } : { path, id: `${file} ${path}`, children: known(children) },
  );
const leadsSomewhere = (to: string): boolean =>
  matchRoutes(known(routes), to)?.some(({ route }) => route.path !== "*") ?? false;

test("a header has six links, which the menu of narrow screens has too", () => {
  expect(headerPlaces).toHaveLength(6);
  expect(menuPlaces).toEqual(expect.arrayContaining(headerPlaces));
});

test("no link leads to a page that isn't there", () => {
  const shown = [...menuPlaces, ...accountPlaces, ...footerGroups.flatMap(({ places }) => places)];
  expect(shown.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
});
