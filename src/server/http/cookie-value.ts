import type { FastifyRequest } from "fastify";

/** The value of a request's first cookie of that name, as it was sent; undefined where there is none. */
export const cookieValue = ({ headers }: Pick<FastifyRequest, "headers">, name: string): string | undefined =>
  (headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1);
