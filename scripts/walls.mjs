// Who may import what. Compilers check rooms' globals; this checks walls between rooms, features and folders:
//   node scripts/walls.mjs      part of `npm run lint` and `npm test`
// It reads imports as the language does (oxc-parser); a rule says whether it includes tests and types.
import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync } from "oxc-parser";
import { filesOf } from "./files-of.mjs";

/** Folders of a room that need no feature, but that every feature may use. All other folders are features. */
const foundations = {
  "src/server": [
    "http",
    "pages",
    "db",
    "files",
    "mail",
    "auth",
    "sign-in",
    "rentals",
    "events",
    "ledger",
    "media",
    "metrics",
    "cli",
    "demo",
  ],
  "src/web": ["admin", "events", "files", "i18n", "inline", "layout", "paraglide", "session", "styles", "ui"],
};

/**
 * The files of another feature that a feature may import by value: on the server they only read. Types may come from
 * anywhere in a room.
 */
const shared = {
  "src/server": /(^|\/)([a-z]+-)?queries\.ts$/,
  "src/web": /(^|\/)([a-z]+-)?queries\.ts$/,
};

/** What a file of queries on the server must not do: write rows, the audit trail, the outbox or events. */
const writes =
  /\b(?:db|tx)\s*\.(?:insert|update|delete)\(|\b(?:audit|announce)\(|\boutbox\.post\(|\binsert into\b|\bdelete from\b|\bupdate \w+ set\b/;

/** Named doors between two features, each with its reason. */
const doors = [
  // An answer to a message that has become a conversation is written there, too.
  ["src/server/contact/", "src/server/conversations/write-message.ts"],
  // Messages by the contact form are in the one inbox.
  ["src/server/contact/", "src/server/conversations/begin-for-visitor.ts"],
  // A call that takes days of a car first records, under the car's lock, which orders have run out.
  ["src/server/calendar/", "src/server/orders/moves/stale-orders.ts"],
  // A file of cars may name their hosts, who hear of it as when they are given one car.
  ["src/server/imports/", "src/server/cars/host/tell-host.ts"],
  // A file, or its undoing, may leave a host's listed car with too few photos.
  ["src/server/imports/", "src/server/cars/host/pause-cars.ts"],
  // Who no longer hosts, or is suspended, offers no cars.
  ["src/server/accounts/", "src/server/cars/host/pause-cars.ts"],
  // A booking's first payment makes it an order, in the transaction that settles the payment.
  ["src/server/payments/", "src/server/booking/wizard/pay-first.ts"],
  // The first payment of an order that its host has said yes to confirms it.
  ["src/server/payments/", "src/server/booking/wizard/confirm-paid.ts"],
  // Restored books are compared with their providers before the installation is released.
  ["src/server/hold/", "src/server/payments/reconcile-nightly.ts"],
  // Bringing a car back early ends the rental at its new price, in one transaction.
  ["src/server/trips/", "src/server/changes/return-now.ts"],
  // The requests of a host who is suspended become the back office's in the same transaction.
  ["src/server/accounts/", "src/server/orders/host/pass-to-admins.ts"],
  // An account gets the orders of its confirmed address before its orders are counted or exported.
  ["src/server/accounts/", "src/server/orders/attach-orders.ts"],
  // Deleting an account deletes what cars, papers and payments keep of the person, in the same transaction.
  ["src/server/accounts/", "src/server/cars/host/forget-host.ts"],
  ["src/server/accounts/", "src/server/papers/delete-papers.ts"],
  ["src/server/accounts/", "src/server/payments/saved-methods/forget-methods.ts"],
  // Suspending an account ends its sessions, and restoring it lets its owner sign in again.
  ["src/server/accounts/", "src/gotrue/ban.ts"],
  // A restored database is on hold before anything can read it.
  ["src/server/backup/", "src/server/hold/keep-hold.ts"],
  // An administrator blocks a person from the conversation with them.
  ["src/server/conversations/", "src/server/blocks/keep-blocked.ts"],
  // A host's statement takes its number from the row that gives all documents theirs, and is drawn as they are.
  ["src/server/earnings/statements/", "src/server/documents/next-number.ts"],
  ["src/server/earnings/statements/", "src/server/documents/pdf/draw-sheet.ts"],
  // The yearly list has the names and addresses of hosts, and records who opened them.
  ["src/server/earnings/", "src/server/payouts/open-identities.ts"],
  // A ZIP of pictures adds each to the car that its name says.
  ["src/server/imports/", "src/server/cars/add-images.ts"],
  // A rental that is taken over is an order like any other to open screens.
  ["src/server/imports/", "src/server/orders/announce-order.ts"],
  // Whoever confirms a subscription gets a promo code, in the same transaction.
  ["src/server/subscriptions/", "src/server/booking/add-promo.ts"],
];

/**
 * Features that build on another: ordering, changing and driving are about an order, and use the code of its life.
 * That code gets what it needs from them by `order-parts.ts`. A host's pages use the frame of a renter's pages.
 */
const standsOn = {
  "src/server": { booking: "orders", changes: "orders", trips: "orders" },
  "src/web": { booking: "orders", host: "account" },
};

/**
 * Parts of the web room that run on the server: the render entry, actions, and the module that gets the language.
 */
const runsOnServer = /\/entry\.(server|fastify)\.tsx?$|\.server\.ts$|\/server-language\.ts$/;

const browserless =
  /^(drizzle-orm|pg|pg-boss|fastify|@fastify\/.*|@electric-sql\/.*|sharp|nodemailer|node:.*)(\/|$)/;

/** Returns every import of a file, with the path in this repository that it leads to, if any. */
export function importsOf(file, text = readFileSync(file, "utf8")) {
  const { module } = parseSync(file, text);
  const found = [];
  const add = (specifier, isType) => found.push({ file, specifier, isType, target: aim(file, specifier) });
  for (const { moduleRequest, entries } of module.staticImports)
    add(moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries) if (moduleRequest) add(moduleRequest.value, isType);
  for (const { moduleRequest } of module.dynamicImports)
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false);
  return found;
}

function aim(file, specifier) {
  const [, room, rest] = /^#(domain|contract|gotrue|server|web|test|messages)\/([^?]*)/.exec(specifier) ?? [];
  if (room) return posix.join(room === "test" || room === "messages" ? room : `src/${room}`, rest);
  return specifier.startsWith(".")
    ? posix.join(posix.dirname(file), specifier.split("?")[0] ?? "")
    : undefined;
}

const roomOf = (path = "") => /^src\/(?:domain|contract|gotrue|server|web)(?=\/)/.exec(path)?.[0];
/** The feature or foundation that a file of a room belongs to; a file at the top of a room is its own. */
const shelfOf = (path) => path.slice((roomOf(path)?.length ?? 0) + 1).split("/")[0] ?? "";
const isFeature = (path) => {
  const [shelf, room] = [shelfOf(path), roomOf(path)];
  return !shelf.includes(".") && !foundations[room]?.includes(shelf);
};
/** A foundation that features stand on; commands and the demonstration use features, as the start does. */
const isBelowFeatures = (file) =>
  !isFeature(file) && !shelfOf(file).includes(".") && !["cli", "demo"].includes(shelfOf(file));
const isTest = (file) => /\.test\.tsx?$/.test(file);

/** The reason why an import is refused, or undefined. */
function refusal({ file, specifier, target, isType }) {
  const [from, to] = [roomOf(file), roomOf(target)];
  if (specifier.startsWith("../") && !specifier.includes("+types"))
    return "Within a folder ./ is enough; elsewhere say #room/…";
  // The build's files for messages need not exist yet.
  if (target && !target.includes("+types") && !/\/paraglide\//.test(target) && !existsSync(target))
    return "There is no such file.";
  if (isTest(file)) return undefined;
  if (target?.startsWith("test/")) return "Only tests import what is made for tests.";
  if (from === "src/domain" && to !== "src/domain")
    return "The rules import nothing: plain values in, plain values out.";
  if (
    from === "src/contract" &&
    to !== "src/domain" &&
    to !== "src/contract" &&
    !/^zod(\/|$)/.test(specifier)
  )
    return "The contract imports the rules and zod.";
  if (from === "src/server") {
    if (to === "src/web" && !isType)
      return "The server knows the types of the render entry, and loads the built pages.";
    if (/^(react|react-dom|react-router|@react-router\/.*)(\/|$)/.test(specifier))
      return "React lives in the web room.";
  }
  if (from === "src/gotrue" && to === "src/server" && isFeature(target) && !shelfOf(target).includes("."))
    return "The sign-in service knows no feature.";
  if (to === "src/gotrue" && from === "src/server" && !isType && !mayReachSignIn(file, target))
    return "The sign-in service is reached through sign-in/, and its queries.";
  if (from === "src/web") {
    if (to === "src/gotrue") return "The browser never reaches the server's code.";
    if (to === "src/server") return "The browser never reaches the server's code.";
    if (browserless.test(specifier) && !isType && !runsOnServer.test(file))
      return "This is not for browsers.";
  }
  if (
    from &&
    from === to &&
    isType &&
    isBelowFeatures(file) &&
    isFeature(target) &&
    !shelfOf(target).includes(".")
  )
    return "A foundation knows no feature, nor its types.";
  return from && from === to && !isType ? betweenShelves(from, file, target) : undefined;
}

/** `sign-in/` uses the sign-in service, the start opens it, commands change it, the demonstration adds accounts. */
const mayReachSignIn = (file, target) =>
  ["sign-in", "cli", "demo"].includes(shelfOf(file)) ||
  shelfOf(file).includes(".") ||
  shared["src/server"].test(target) ||
  isDoor(file, target);

const isDoor = (file, target) => doors.some(([a, b]) => file.startsWith(a) && target.startsWith(b));

function betweenShelves(room, file, target) {
  if (!foundations[room] || shelfOf(file) === shelfOf(target) || !isFeature(target)) return undefined;
  if (shelfOf(file).includes(".")) return undefined;
  if (standsOn[room]?.[shelfOf(file)] === shelfOf(target)) return undefined;
  if (isDoor(file, target)) return undefined;
  if (!isFeature(file) && !["cli", "demo"].includes(shelfOf(file))) return "A foundation knows no feature.";
  if (!isFeature(file) || shared[room].test(target)) return undefined;
  if (room === "src/web" && file.endsWith("-page.tsx")) return undefined;
  return room === "src/web"
    ? "Only a page brings two features together."
    : "Of another feature only its queries, and types.";
}

/**
 * Rooms whose folders are looked at together: the sign-in service stands on the server's foundations, and `sign-in/`
 * and features stand on it.
 */
const graphs = [["src/domain"], ["src/contract"], ["src/server", "src/gotrue"], ["src/web"]];

/** The folder of a room that a file is in, the sign-in service being one, or a file at the top of a room. */
const folderOf = (path) =>
  roomOf(path) === "src/gotrue" ? "src/gotrue" : `${roomOf(path)}/${shelfOf(path)}`;

/**
 * Circles among the imports by value of some rooms, each as a list of imports; `nodeOf` names what an import joins.
 * Pages count like any other file: one that needs a feature which needs its own stands in the feature above both.
 */
function circles(rooms, imports, nodeOf) {
  const edges = new Map();
  for (const { file, target, isType } of imports) {
    if (isType || isTest(file) || !rooms.includes(roomOf(file)) || !rooms.includes(roomOf(target))) continue;
    const [from, to] = [nodeOf(file), nodeOf(target)];
    if (from === to || /\/paraglide(\/|$)|\/routes\.ts$/.test(`${to} ${from}`)) continue;
    if (!edges.has(from)) edges.set(from, new Map());
    edges.get(from).set(to, `${file} → ${target}`);
  }
  const found = [];
  const done = new Set();
  const walk = (node, path) => {
    const at = path.findIndex(({ from }) => from === node);
    if (at >= 0) return void found.push(path.slice(at).map(({ why }) => why));
    if (done.has(node)) return undefined;
    for (const [to, why] of edges.get(node) ?? []) walk(to, [...path, { from: node, why }]);
    done.add(node);
  };
  for (const node of edges.keys()) walk(node, []);
  return found;
}

/** Whether a file that every feature may import writes. */
const isWritingQueries = (file, text = readFileSync(file, "utf8")) =>
  ["src/server", "src/gotrue"].includes(roomOf(file)) && shared["src/server"].test(file) && writes.test(text);

/** All imports that are refused, and files of queries that write, as sentences. `plant` are files that don't exist on disk: [path, text]. */
export function breaches(plant = []) {
  const files = filesOf("src", [".ts", ".tsx"]).filter((file) => !/paraglide|\+types/.test(file));
  const read = [...files.map((file) => [file]), ...plant];
  const imports = read.flatMap(([file, text]) => importsOf(file, text));
  const refused = imports.flatMap((found) => {
    const why = refusal(found);
    return why ? [`${found.file}: ${found.specifier}: ${why}`] : [];
  });
  const round = graphs.flatMap((rooms) => [
    ...circles(rooms, imports, folderOf).map((path) => `Folders in a circle:\n  ${path.join("\n  ")}`),
    ...circles(rooms, imports, (path) => path).map((path) => `Files in a circle:\n  ${path.join("\n  ")}`),
  ]);
  const writing = read
    .filter(([file, text]) => isWritingQueries(file, text))
    .map(([file]) => `${file}: Queries only read. A write has a file that is named for it.`);
  return [...refused, ...round, ...writing];
}

if (import.meta.filename === process.argv[1]) {
  const found = breaches();
  for (const breach of found) console.error(breach);
  console.log(`${found.length} breaches of walls`);
  process.exit(found.length ? 1 : 0);
}
