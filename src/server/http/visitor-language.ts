import type { FastifyRequest } from "fastify";
import { defaultLanguage, type Language, languageFrom } from "#domain/languages.ts";

/** The language that a visitor's cookie asks for, if any. */
export const cookieLanguage = ({ headers }: Pick<FastifyRequest, "headers">): Language | undefined =>
  languageFrom(/(?:^|;\s*)language=([^;]*)/.exec(headers.cookie ?? "")?.[1]);

/** The language that a visitor reads: what their cookie asks for, else ours. */
export const visitorLanguage = (request: Pick<FastifyRequest, "headers">): Language =>
  cookieLanguage(request) ?? defaultLanguage;

/** What a file or a list for administrators is written in: what the address names, then the cookie. */
export const readerLanguage = (request: Pick<FastifyRequest, "headers" | "query">): Language =>
  languageFrom((request.query as { lang?: unknown }).lang) ?? visitorLanguage(request);
