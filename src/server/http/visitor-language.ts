import type { FastifyRequest } from "fastify";
import { type Language, languageFrom } from "#domain/languages.ts";

/** The language that a visitor's cookie asks for, if any. */
export const cookieLanguage = ({ headers }: Pick<FastifyRequest, "headers">): Language | undefined =>
  languageFrom(/(?:^|;\s*)language=([^;]*)/.exec(headers.cookie ?? "")?.[1]);
