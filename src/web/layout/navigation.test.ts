import { matchRoutes, type RouteObject } from "react-router";
import { expect, test } from "vitest";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import routes from "#web/routes.ts";
import { accountPlaces, footerGroups, headerPlaces } from "./navigation.ts";

const known = (all: RouteConfigEntry[]): RouteObject[] =>
  all.map(({ path, index, file, children = [] }) =>
    index ? { index: true, id: file } : { path, id: `${file} ${path}`, children: known(children) },
  );
const leadsSomewhere = (to: string): boolean =>
  matchRoutes(known(routes), to)?.some(({ route }) => route.path !== "*") ?? false;

test("the header has six links always, and three more where there is room", () => {
  const places = Object.groupBy(headerPlaces, ({ isRoomy }) => (isRoomy ? "roomy" : "always"));
  expect(places.roomy?.map(({ to }) => to)).toEqual(["/", "/search", "/contact"]);
  expect(places.always).toHaveLength(6);
});

test("no link leads to a page that isn't there", () => {
  const shown = [...headerPlaces, ...accountPlaces, ...footerGroups.flatMap(({ places }) => places)];
  expect(shown.filter(({ to }) => !leadsSomewhere(to))).toEqual([]);
});
