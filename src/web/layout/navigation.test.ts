import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import routes from "#web/routes.ts";
import { allPlaces, comingPaths, footerGroups, headerPlaces } from "./navigation.ts";

const known: RouteObject[] = routes.map(({ path, index, file }) => (index ? { index: true, id: file } : { path, id: `${file} ${path}` }));
const leadsSomewhere = (to: string): boolean => matchRoutes(known, to)?.some(({ route }) => route.path !== "*") ?? false;

test("no link leads to a page that isn't there", () => {
  const shown = [...headerPlaces, ...footerGroups.flatMap(({ places }) => places)];
  expect(shown.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
});

test("a page that has come is no longer left out", () => {
  expect([...comingPaths].filter(leadsSomewhere)).toEqual([]);
  expect([...comingPaths].filter((path) => !allPlaces.some(({ to }) => to === path))).toEqual([]);
});
