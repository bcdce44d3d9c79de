import type { SignUpRequest } from "#contract/accounts.ts";
import type { Language } from "#domain/languages.ts";

/** The user of a token, as the sign-in service knows them now. */
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
   * When this session last showed a password or an emailed link, in milliseconds since 1970. A second factor does
   * not count: a thief of the session could add one.
   */
  signedInAt: number;
  /** The sign-up's wishes: names, a kind of account. They grant nothing. */
  metadata: Record<string, unknown>;
};

/** The session that opened something, such as a stream, with its token. */
export type OpenSession = { sessionId: string; token: string };

/** Where a call comes from, for the service's limits and emails. */
export type Caller = { address: string; userAgent: string; language: Language };

export type SignInTokens = {
  access_token: string;
  refresh_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
};

/**
 * The service that signs people in: the built-in one, or a hosted project. Its errors are Refusals, with its own
 * sentences.
 */
export type SignIn = {
  /** The address and key for the pages' client; a relative address is this site's. */
  web: { url: string; key: string; isHosted: boolean };
  /**
   * Undefined for a token without a user or session. Throws when the service is away. `onSigned` gets the user's
   * id as soon as the token's signature is checked, before the session is.
   */
  identify: (token: string, onSigned?: (userId: string) => void) => Promise<Identity | undefined>;
  /** The ids of the sessions that still hold, with the rights they had. Streams ask this every few seconds. */
  stillSignedIn: (sessions: readonly OpenSession[]) => Promise<Set<string>>;
  signUp: (wanted: SignUpRequest, caller: Caller) => Promise<void>;
  /** `code` is the second factor's code, where the account has one. */
  logIn: (
    credentials: { email: string; password: string; code?: string },
    caller: Caller,
  ) => Promise<SignInTokens>;
  /** `destination` is a path of this site, where the email leads on to. */
  recover: (email: string, caller: Caller, destination: string) => Promise<void>;
  signOut: (token: string) => Promise<void>;
  /** Deletes the account of a token, after a proof of its owner. Undefined where a hosted project keeps it. */
  deleteAccount:
    | ((
        token: string,
        proof: { current_password?: string | undefined; nonce?: string | undefined },
      ) => Promise<void>)
    | undefined;
};
