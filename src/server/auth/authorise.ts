import type { FastifyRequest } from "fastify";
import { type Access, type Effect, effectOf } from "#contract/endpoint.ts";
import { Refusal } from "#contract/errors.ts";
import { can, isAdministrator } from "#domain/people/permissions.ts";
import { isHosting } from "#domain/people/relations.ts";
import { type AccountRow, adoptConfirmedEmail, findAccount, type Newcomer, openAccount } from "./accounts.ts";
import type { Db } from "#server/db/open-database.ts";
import type { Services } from "#server/services.ts";
import { readsOwnMoney } from "./reads-own-money.ts";
import { isFresh } from "./fresh-sign-in.ts";
import { sessionCookie } from "./session-cookie.ts";
import type { Identity } from "./sign-in-service.ts";

/** A caller with a session: the identity from the sign-in service, and our account. */
export type SignedIn = { identity: Identity; account: AccountRow; token: string };

type SignInServices = Pick<Services, "signIn" | "database" | "config">;

const remembered = new WeakMap<FastifyRequest, Promise<SignedIn | undefined>>();

/**
 * The owner of a request's bearer token or cookie; undefined for a visitor, and for a token without
 * a session. Looked up once a request.
 */
export function signedInOf(services: SignInServices, request: FastifyRequest): Promise<SignedIn | undefined> {
  const known = remembered.get(request) ?? lookUp(services, request);
  remembered.set(request, known);
  return known;
}

async function lookUp(
  { signIn, database, config }: SignInServices,
  request: FastifyRequest,
): Promise<SignedIn | undefined> {
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(request.headers.authorization ?? "")?.[1];
  const token = bearer ?? sessionCookie(config).read(request);
  // The session and the account are read at once: nearly every signed token still has its session.
  let reading: Promise<AccountRow | undefined> | undefined;
  const read = (userId: string): Promise<AccountRow | undefined> => {
    reading ??= findAccount(database.db, userId);
    // Without a session nobody awaits this read, so its error is caught here.
    reading.catch(() => undefined);
    return reading;
  };
  const identity = token ? await signIn.identify(token, (userId) => void read(userId)) : undefined;
  if (!token || !identity) return undefined;
  const { userId: id, email, metadata } = identity;
  const found = await read(id);
  const isAsKnown = found && (email === "" || found.email === email);
  const account = isAsKnown
    ? found
    : await database.transaction((tx) => welcome(tx, { id, email, metadata }));
  return { identity, account, token };
}

/** Opens the account of a user who signed up in a hosted project, or takes over a changed address from there. */
async function welcome(tx: Db, newcomer: Newcomer): Promise<AccountRow> {
  const account = await openAccount(tx, newcomer);
  if (newcomer.email === "" || account.email === newcomer.email) return account;
  await adoptConfirmedEmail(tx, account.id, newcomer.email);
  return (await findAccount(tx, account.id)) ?? account;
}

/** The caller's account, if its session is whole and it is not suspended; undefined for any other caller. */
export async function wholeAccountOf(
  services: SignInServices,
  request: FastifyRequest,
): Promise<AccountRow | undefined> {
  const signedIn = await signedInOf(services, request);
  const isWhole = signedIn && !signedIn.account.suspendedAt && !factorRefusal(services, signedIn);
  return isWhole ? signedIn.account : undefined;
}

/** Why a session is not whole: it lacks its second factor, or an administrator lacks a required one. */
function factorRefusal(
  { config }: Pick<Services, "config">,
  { identity, account }: SignedIn,
): Refusal | undefined {
  if (identity.lacksFactor)
    return new Refusal("insufficient_aal", "Please confirm your sign-in with two-step verification.");
  if (config.adminSecondFactor && isAdministrator(account) && !identity.hasFactor)
    return new Refusal(
      "factor_needed",
      "Administrators need two-step verification here. Please set it up first.",
    );
  return undefined;
}

/** Throws a Refusal for a session without a password or emailed link in the last minutes. */
function refuseUnlessFresh({ now }: Pick<Services, "now">, { identity }: SignedIn): void {
  if (isFresh(identity.signedInAt, now())) return;
  throw new Refusal("sign_in_again", "Please confirm your password to do this.");
}

/** What a call needs from its caller. */
export type Needs = {
  access: Access;
  /** Whether the call reads or writes, if its method doesn't say it. */
  effect?: Effect | undefined;
  needsFreshSignIn?: boolean | undefined;
};

/** The one gate of the API. Refuses in doubt. Throws a Refusal. */
export async function authorise(
  services: SignInServices & Pick<Services, "now">,
  request: FastifyRequest,
  { access, effect, needsFreshSignIn }: Needs,
): Promise<SignedIn | undefined> {
  const signedIn = await admit(services, request, access);
  if (effectOf({ method: request.method, effect }) === "write")
    refuseReader(signedIn ?? (await signedInOf(services, request)));
  if (needsFreshSignIn && signedIn) refuseUnlessFresh(services, signedIn);
  return signedIn;
}

/** Throws a Refusal for an administrator who may only read, on every call that changes something. */
function refuseReader(signedIn: SignedIn | undefined): void {
  if (signedIn?.account.isReadOnly)
    throw new Refusal("read_only", "You may look at everything here, but not change it.");
}

async function admit(
  services: SignInServices & Pick<Services, "config">,
  request: FastifyRequest,
  access: Access,
): Promise<SignedIn | undefined> {
  if (access === "public") return undefined;
  const signedIn = await signedInOf(services, request);
  if (!signedIn) throw new Refusal("unauthenticated", "Not authenticated");
  if (access === "session") return signedIn;
  const { account } = signedIn;
  const isOpen = account.suspendedAt === null || access === "own_money";
  if (!isOpen || (account.suspendedAt && !(await readsOwnMoney(services.database, account.id))))
    throw new Refusal("account_suspended", "This account is suspended. Please contact us.");
  const refusal = factorRefusal(services, signedIn);
  if (refusal) throw refusal;
  if (access === "account" || access === "own_money") return signedIn;
  if (access === "host" && isHosting(account)) return signedIn;
  if (access === "host")
    throw new Refusal("host_not_approved", "This is for hosts. Submit a car to become one.");
  const isAllowed =
    access === "admin" ? isAdministrator(account) : access.some((permission) => can(account, permission));
  if (!isAllowed) throw new Refusal("forbidden", "You don't have permission to do this.");
  return signedIn;
}
