import type { FastifyRequest } from "fastify";

/** The names and addresses of this machine in a browser's request. */
const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** Headers of a proxy that passes on another machine's request. */
const passedOn = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-proto",
  "x-forwarded-server",
  "x-forwarded-port",
  "x-real-ip",
];

/** Whether a request comes from this machine, under one of its names, and no proxy has passed it on. */
export const isFromThisMachine = ({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean =>
  isLoopback(socket.remoteAddress) &&
  thisMachine.test(headers.host ?? "") &&
  passedOn.every((name) => headers[name] === undefined);

const isLoopback = (address = ""): boolean =>
  address === "::1" || address.replace(/^::ffff:/, "").startsWith("127.");
