import * as z from "zod/mini";
import { longestCode } from "#domain/text-lengths.ts";
import { profileFields } from "#domain/fields/account.ts";
import {
  longestPasswordBytes,
  longestUsername,
  passwordError,
  shortestPassword,
  usernameError,
} from "#domain/people/credentials.ts";
import { roles } from "#domain/people/permissions.ts";
import { endpoint } from "./endpoint.ts";
import {
  EmailAddress,
  Message,
  Permissions,
  requiredWords,
  schemasOf,
  Uuid,
  words,
  Language,
} from "./fields.ts";
import { byId } from "./params.ts";

/** An account, as its owner sees it. */
export const Profile = z.object({
  id: Uuid,
  username: z.nullable(z.string()),
  full_name: z.string(),
  email: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  created_at: z.string(),
});
export type Profile = z.infer<typeof Profile>;

export const ProfileAnswer = z.object({ profile: Profile, permissions: Permissions });
export type ProfileAnswer = z.infer<typeof ProfileAnswer>;

/** The signed-in user, as screens read them. */
export const CurrentUser = z.object({
  id: Uuid,
  email: z.string(),
  name: z.string(),
  userType: z.enum(roles),
  isAdmin: z.boolean(),
  adminPermissions: Permissions,
  /** True of an administrator who may look at everything and change nothing. */
  isReadOnly: z.boolean(),
  profile: Profile,
});
export type CurrentUser = z.infer<typeof CurrentUser>;

const usernameWords = {
  required: "is required",
  too_short: "must be at least 3 characters",
  characters: "can only contain letters, numbers, and underscores",
  too_long: `must be at most ${longestUsername} characters`,
} as const;

export const Username = z.string().check(
  z.superRefine((value, context) => {
    const error = usernameError(value);
    if (error) context.addIssue({ code: "custom", message: usernameWords[error], input: value });
  }),
);

export const NewPassword = z.string().check(
  z.superRefine((value, context) => {
    const error = passwordError(value);
    const message =
      error === "too_short"
        ? `must be at least ${shortestPassword} characters`
        : `must be at most ${longestPasswordBytes} bytes`;
    if (error) context.addIssue({ code: "custom", message, input: value });
  }),
);

/** What people may change about themselves. Other fields in the body are dropped. */
const { full_name, phone } = schemasOf({ full_name: profileFields.full_name, phone: profileFields.phone });
export const ProfileChange = z.object({
  full_name: z.optional(full_name),
  username: z.optional(Username),
  phone,
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** The role that a person asks for: `host` makes a customer who applies to host, `admin` needs a one-time code. */
export const SignUpRequest = z.object({
  email: EmailAddress,
  password: NewPassword,
  full_name,
  username: Username,
  phone,
  type: z.optional(z.enum(roles)),
  admin_code: z.optional(words(longestCode)),
  language: z.optional(Language),
});
export type SignUpRequest = z.infer<typeof SignUpRequest>;

export const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  token_type: z.literal("bearer"),
  expires_in: z.number(),
  expires_at: z.number(),
});

/**
 * A session as its owner sees it: where it began, when it was last used, when it ends unless it is used, and
 * whether it is the session of this call.
 */
export const ListedSession = z.object({
  id: Uuid,
  userAgent: z.string(),
  createdAt: z.string(),
  refreshedAt: z.string(),
  endsAt: z.string(),
  isCurrent: z.boolean(),
});
export type ListedSession = z.infer<typeof ListedSession>;

const tag = "Accounts";

export const getProfile = endpoint({
  method: "GET",
  path: "/api/auth/v2/profile",
  summary: "One's own profile and permissions",
  tag,
  access: "account",
  response: ProfileAnswer,
  status: 200,
});

export const changeProfile = endpoint({
  method: "PUT",
  path: "/api/auth/v2/profile",
  summary: "Change one's own name, user name or phone",
  tag,
  access: "account",
  body: ProfileChange,
  response: ProfileAnswer,
  status: 200,
});

export const changeProfileSimply = endpoint({ ...changeProfile, path: "/api/auth/profile" });

export const signUp = endpoint({
  method: "POST",
  path: "/api/auth/v2/signup",
  summary:
    "Make an account; an email asks to confirm the address. Known and unknown addresses get the same answer",
  tag,
  access: "public",
  body: SignUpRequest,
  response: Message,
  status: 200,
});

export const signOut = endpoint({
  method: "POST",
  path: "/api/auth/v2/signout",
  effect: "read",
  summary: "End the session of the bearer token",
  tag,
  access: "session",
  response: Message,
  status: 200,
});

export const getUser = endpoint({
  method: "GET",
  path: "/api/auth/user",
  summary: "The signed-in user",
  tag,
  access: "account",
  response: CurrentUser,
  status: 200,
});

export const getAdminUser = endpoint({
  method: "GET",
  path: "/api/admin/user",
  summary: "The signed-in user, if an administrator",
  tag,
  access: "admin",
  response: CurrentUser,
  status: 200,
});

export const logIn = endpoint({
  method: "POST",
  path: "/api/auth/login",
  effect: "read",
  summary:
    "Sign in: sets a same-site cookie and answers the tokens. `code` is the second factor, where there is one",
  tag,
  access: "public",
  body: z.object({
    email: EmailAddress,
    password: z.string().check(z.minLength(1, "is required")),
    code: z.optional(words(40)),
  }),
  response: z.object({ message: z.string(), user: CurrentUser, session: Tokens }),
  status: 200,
});

export const logOut = endpoint({
  method: "POST",
  path: "/api/auth/logout",
  effect: "read",
  summary: "End the session, if any, and clear its cookie",
  tag,
  access: "public",
  response: Message,
  status: 200,
});

export const forgotPassword = endpoint({
  method: "POST",
  path: "/api/auth/forgot-password",
  effect: "read",
  summary: "Ask for an email with a link to a new password. Known and unknown addresses get the same answer",
  tag,
  access: "public",
  /** `redirect` is the path of this site that the person wanted to see: the email leads on to that path. */
  body: z.object({ email: EmailAddress, redirect: z.optional(z.string().check(z.maxLength(2000))) }),
  response: Message,
  status: 200,
});

export const listSessions = endpoint({
  method: "GET",
  path: "/api/auth/sessions",
  summary: "One's own sessions, newest first",
  tag,
  access: "account",
  response: z.array(ListedSession),
  status: 200,
});

export const endSession = endpoint({
  method: "DELETE",
  path: "/api/auth/sessions/:id",
  effect: "read",
  summary: "End one of one's own sessions",
  tag,
  access: "account",
  params: byId("session_not_found"),
  response: Message,
  status: 200,
});

export const makeRecoveryCodes = endpoint({
  method: "POST",
  path: "/api/auth/recovery-codes",
  effect: "read",
  summary: "Make ten recovery codes, which replace any earlier ones. Needs a session with its second factor",
  tag,
  access: "account",
  response: z.object({ codes: z.array(z.string()) }),
  status: 200,
});

export const enterAdminCode = endpoint({
  method: "POST",
  path: "/api/auth/admin-code",
  summary:
    "Use an administrator's invitation, signed in with this address; to anybody else, whether its code is right for a sign-up",
  tag,
  access: "public",
  body: z.object({ email: EmailAddress, code: requiredWords(longestCode) }),
  response: Message,
  status: 200,
});

export const readLink = endpoint({
  method: "POST",
  path: "/api/auth/link",
  effect: "read",
  summary:
    "Whose account a mailed link would open, and whether it asks for the password that was chosen at sign-up; nobody's, for a dead one. Opens nothing",
  tag,
  access: "public",
  body: z.object({ token_hash: requiredWords(200), type: requiredWords(40) }),
  response: z.object({ email: z.nullable(z.string()), asksPassword: z.boolean() }),
  status: 200,
});
