import type { FastifyRequest } from "fastify";
import { defaultLanguage, type Language, languageFrom } from "#domain/languages.ts";

/** The language that a visitor's cookie asks for, if any. */
export const cookieLanguage = ({ headers }: Pick<FastifyRequest, "headers">): Language | undefined =>
  languageFrom(/(?:^|;\s*)language=([^;]*)/.exec(headers.cookie ?? "")?.[1]);

/** The language that a visitor reads: their cookie's, else the default. */
export const visitorLanguage = (request: Pick<FastifyRequest, "headers">): Language =>
  cookieLanguage(request) ?? defaultLanguage;

/** The language of a file or a list for administrators: the address's `lang`, then the cookie. */
export const readerLanguage = (request: Pick<FastifyRequest, "headers" | "query">): Language =>
  languageFrom((request.query as { lang?: unknown }).lang) ?? visitorLanguage(request);
