import { type Access, isAccess, type Owns } from "#contract/endpoint.ts";

type Shape = {
  _zod: { def: { shape?: Record<string, unknown>; innerType?: unknown; in?: unknown; element?: unknown } };
};

/** The names of an object's fields, also if the schema is wrapped in others. */
export function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null || !("_zod" in schema)) return [];
  const { shape, innerType, in: inner } = (schema as Shape)._zod.def;
  return shape ? Object.keys(shape) : fieldsOf(innerType ?? inner);
}

export type AnyEndpoint = {
  method: string;
  path: string;
  access: Access;
  owns?: Owns;
  body?: unknown;
  query?: unknown;
};

const rooms = Object.values(
  import.meta.glob<object>(["../src/contract/**/*.ts", "!../src/contract/**/*.test.ts"], { eager: true }),
);

/** Every endpoint of the contract. */
export const endpoints: AnyEndpoint[] = rooms
  .flatMap((room) => Object.values(room) as unknown[])
  .filter(
    (value): value is AnyEndpoint =>
      typeof value === "object" && value !== null && "access" in value && isAccess(value.access),
  );

/** The calls of the sign-in service that anybody may make, and the fields of their bodies. */
export const signIn: [string, string[]][] = [
  ["/auth/v1/signup", ["email", "phone", "password", "data", "code_challenge", "code_challenge_method"]],
  ["/auth/v1/token?grant_type=password", ["email", "phone", "password"]],
  ["/auth/v1/token?grant_type=refresh_token", ["refresh_token"]],
  ["/auth/v1/token?grant_type=pkce", ["auth_code", "code_verifier"]],
  ["/auth/v1/recover", ["email", "phone", "code_challenge"]],
  ["/auth/v1/resend", ["email", "type"]],
  ["/auth/v1/otp", ["email", "phone"]],
  ["/auth/v1/verify", ["type", "token", "token_hash", "email", "phone"]],
  ["/rest/v1/profiles", ["username", "full_name", "id"]],
];
