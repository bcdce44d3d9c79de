import type { FastifyRequest } from "fastify";

/** The names and addresses that a browser on this machine asks by. */
const thisMachine = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;
/** A proxy says by these that it passes on what somebody else asks for. */
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

/** Whether a request comes from this machine, under a name of it, and was passed on by nobody. */
export const isFromThisMachine = ({ headers, socket }: Pick<FastifyRequest, "headers" | "socket">): boolean =>
  isLoopback(socket.remoteAddress) &&
  thisMachine.test(headers.host ?? "") &&
  passedOn.every((name) => headers[name] === undefined);

const isLoopback = (address = ""): boolean =>
  address === "::1" || address.replace(/^::ffff:/, "").startsWith("127.");
