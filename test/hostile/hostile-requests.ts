import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { endpoints, fieldsOf, signIn } from "#test/endpoints.ts";
import { renter } from "#test/factories.ts";
import { hostileStrings } from "./hostile-strings.ts";

/** Known ids: of a car that is free on these days at this price, of an order and of people; and tokens. */
export type KnownIds = {
  ids: string[];
  tokens: string[];
  dates: { pickupDate: string; returnDate: string };
  total: string;
};
export type Route = { method: string; url: string };

const protocolWords = [
  "data",
  "grant_type",
  "redirect_to",
  "friendly_name",
  "select",
  "per_page",
  "page",
  "lang",
  "_data",
  "constructor",
  "__proto__",
];
const words = [
  ...new Set(endpoints.flatMap(({ body, query }) => [...fieldsOf(body), ...fieldsOf(query)])),
  ...protocolWords,
];

/** Valid values of the fields, or their absence; every other field gets a word. */
const soundFields: Record<string, unknown> = {
  ...renter,
  name: "Wei Lin",
  full_name: "Wei Lin",
  email: "wei@example.com",
  phone: "+1 650 555 0134",
  password: "correct horse battery",
  monthlyPrice: "749.00",
  pickupTime: "10:00",
  returnTime: "10:00",
  tier: "premium",
  insurance: "decline",
  paymentMethod: "paypal",
  location: "Fremont",
  language: "zh",
  source: "footer",
  year: 2022,
  category: "Sedan",
  city: "San Jose",
  state: "CA",
  status: "confirmed",
  role: "host",
  permissions: ["view_admin"],
  features: ["5 seats"],
  images: [],
  available: true,
  type: "signup",
  factor_type: "totp",
  data: { full_name: "Wei Lin" },
  id: undefined,
  promo: undefined,
  card: undefined,
  website: undefined,
};

const hostile = fc.constantFrom(...hostileStrings);
const odd = fc.constantFrom<unknown>(
  null,
  -1,
  0,
  1e308,
  2 ** 53,
  0.1,
  false,
  [],
  {},
  [[]],
  "",
  "toString",
  "9".repeat(30),
  "2026-02-30",
  "\u0000",
);
const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: hostile });
const header = hostile.map((text) => text.replace(/[^\x20-\x7e]/g, "").slice(0, 2000));
const headerNames = [
  "cookie",
  "accept",
  "accept-encoding",
  "if-none-match",
  "if-match",
  "range",
  "prefer",
  "x-supabase-api-version",
  "referer",
];
const otherTypes = [
  "text/plain",
  "application/xml",
  "application/json; charset=utf-16",
  "multipart/form-data",
  "x",
];

/** The fields of a route's own body, or of its query. */
function fieldsFor({ method, url }: Route): string[] {
  const endpoint = endpoints.find((one) => one.method === method && one.path === url);
  if (endpoint) return fieldsOf(endpoint.body ?? endpoint.query);
  return signIn.find(([path]) => path.split("?")[0] === url)?.[1] ?? [];
}

type HostileRequest = { payload: string; type: string };
const jsonOf = (value: unknown): HostileRequest => ({
  payload: JSON.stringify(value),
  type: "application/json",
});
const part = (key: string, value: unknown, at: number) =>
  `--x\r\ncontent-disposition: form-data; name="${key}"${at % 2 ? '; filename="a.csv"' : ""}\r\n\r\n${String(value)}\r\n`;

/**
 * Bodies of every kind: most often a valid body of this route with one or two spoiled fields, which passes the
 * first checks.
 */
function bodyFor(
  route: Route,
  { ids, dates, total }: KnownIds,
  value: fc.Arbitrary<unknown>,
): fc.Arbitrary<HostileRequest | undefined> {
  const own = fieldsFor(route);
  const known: Record<string, unknown> = {
    ...soundFields,
    ...dates,
    from: dates.pickupDate,
    until: dates.returnDate,
    carId: ids[0],
    totalPrice: total,
  };
  const sound = Object.fromEntries(
    own.map((each) => [each, Object.hasOwn(known, each) ? known[each] : "word"]),
  );
  const spoiled = fc
    .tuple(fc.subarray(own, { maxLength: Math.min(2, own.length) }), value, value)
    .map(([names, ...values]) =>
      jsonOf({ ...sound, ...Object.fromEntries(names.map((each, at) => [each, values[at]])) }),
    );
  const fields = fc.array(fc.tuple(name, value), { maxLength: 14 });
  return fc.oneof(
    { weight: 14, arbitrary: spoiled },
    { weight: 4, arbitrary: fields.map((pairs) => jsonOf(Object.fromEntries(pairs))) },
    { weight: 1, arbitrary: hostile.map((payload) => ({ payload, type: "application/json" })) },
    {
      weight: 2,
      arbitrary: fields.map((pairs) => ({
        payload: new URLSearchParams(pairs.map(([key, given]) => [key, String(given)])).toString(),
        type: "application/x-www-form-urlencoded",
      })),
    },
    {
      weight: 2,
      arbitrary: fields.map((pairs) => ({
        payload: `${pairs.map(([key, given], at) => part(key, given, at)).join("")}--x--\r\n`,
        type: "multipart/form-data; boundary=x",
      })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(hostile, fc.constantFrom(...otherTypes))
        .map(([payload, type]) => ({ payload, type })),
    },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
}

/** Requests of every kind that could reach these routes. */
export function hostileRequests(routes: readonly Route[], known: KnownIds): fc.Arbitrary<InjectOptions> {
  const { ids, tokens, dates } = known;
  const sound = fc.constantFrom<unknown>(
    ...ids,
    ...Object.values(dates),
    ...Object.values(soundFields).filter((field) => field !== undefined),
  );
  const value = fc.oneof(
    { weight: 4, arbitrary: sound },
    { weight: 3, arbitrary: hostile },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
  const inPath = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: hostile },
  );
  const pair = fc.tuple(name, fc.oneof(hostile, sound.map(String), odd.map(String)));
  return fc.constantFrom(...routes).chain((route) =>
    fc
      .record({
        other: fc.option(fc.constantFrom("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"), {
          freq: 12,
        }),
        places: fc.array(inPath, { minLength: 3, maxLength: 3 }),
        query: fc.array(pair, { maxLength: 4 }),
        body: bodyFor(route, known, value),
        token: fc.option(
          fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...tokens) }, { weight: 1, arbitrary: header }),
          { freq: 5 },
        ),
        headers: fc.dictionary(fc.constantFrom(...headerNames), header, { maxKeys: 2 }),
      })
      .map(({ other, places, query, body, token, headers }) => {
        const place = places.values();
        const path = route.url.replace(/:\w+|\*/g, () =>
          encodeURIComponent((place.next().value ?? "x").toWellFormed().slice(0, 300)),
        );
        const method = other ?? route.method;
        const sent = ["GET", "HEAD", "OPTIONS"].includes(method) ? undefined : body;
        const search = query.length ? `?${new URLSearchParams(query).toString()}` : "";
        return {
          method: method as "GET",
          url: path + search,
          headers: {
            ...headers,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(sent && { "content-type": sent.type }),
          },
          ...(sent && { payload: sent.payload }),
        };
      }),
  );
}
