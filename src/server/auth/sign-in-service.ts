import type { SignUpRequest } from "#contract/accounts.ts";
import type { Language } from "#domain/languages.ts";

/** Whom a token stands for, as the sign-in service says now. */
export type Identity = {
  userId: string;
  /** Empty until it is confirmed. */
  email: string;
  sessionId: string;
  /** True when a second factor is enrolled and this session has not shown it. */
  lacksFactor: boolean;
  /** True when a second factor is enrolled, shown in this session or not. */
  hasFactor: boolean;
  /**
   * When this session last showed a password or an emailed link, in milliseconds since 1970. A second factor counts for
   * nothing here: whoever steals a session could enrol one.
   */
  signedInAt: number;
  /** What somebody wished for at sign-up: names, a kind of account. Grants nothing. */
  metadata: Record<string, unknown>;
};

/** A session that something was opened with, and its token. */
export type OpenSession = { sessionId: string; token: string };

/** Where a call of ours comes from, for the service's limits and emails. */
export type Caller = { address: string; userAgent: string; language: Language };

export type SignInTokens = {
  access_token: string;
  refresh_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
};

/**
 * The service that signs people in: the one inside, or a hosted project. Refusals are Refusals, with its own
 * sentences.
 */
export type SignIn = {
  /** What the pages' client talks to; a relative address is this site's. */
  web: { url: string; key: string; isHosted: boolean };
  /**
   * Undefined for a token that stands for nobody (any more). Throws when the service is away. `onSigned` hears
   * whose token it is once its signature is good, before it is known whether its session still stands.
   */
  identify: (token: string, onSigned?: (userId: string) => void) => Promise<Identity | undefined>;
  /** The ids of those of some sessions that still hold, with the rights they had. Streams ask it every few seconds. */
  stillSignedIn: (sessions: readonly OpenSession[]) => Promise<Set<string>>;
  signUp: (wanted: SignUpRequest, caller: Caller) => Promise<void>;
  /** `code` is the second factor's, where there is one. */
  logIn: (
    credentials: { email: string; password: string; code?: string },
    caller: Caller,
  ) => Promise<SignInTokens>;
  /** `destination` is a path of this site, where the email leads on to. */
  recover: (email: string, caller: Caller, destination: string) => Promise<void>;
  signOut: (token: string) => Promise<void>;
  /** Deletes the account of a token, with a proof of who asks. Undefined where a hosted project keeps it. */
  deleteAccount:
    | ((
        token: string,
        proof: { current_password?: string | undefined; nonce?: string | undefined },
      ) => Promise<void>)
    | undefined;
};
