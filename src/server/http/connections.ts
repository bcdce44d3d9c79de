import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http";
import { Socket } from "node:net";

/**
 * The most requests that a connection may send ahead of their answers. Browsers and proxies wait for each answer; the
 * connection of a program that sends more and reads nothing is ended.
 */
const mostAhead = 8;
/** Connections of one process. Each may hold a file open beside its own descriptor. */
const mostConnections = 5000;
/**
 * Milliseconds in which a connection has to take something of what is written to it, or ask for something.
 */
const longestQuiet = 15_000;

/**
 * A server whose connections cost a bounded part of the machine: one answer is made for each at a time, so
 * that what was asked for ahead opens no file and holds no page, and who neither reads nor asks for fifteen
 * seconds is let go. An answer that takes us longer to make is waited for.
 */
export function boundedServer(handle: RequestListener, options: ServerOptions): Server {
  /** Connections that an answer is being made for, each with what waits behind it. */
  const busy = new WeakMap<Socket, (() => void)[]>();

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (socket.destroyed) return;
    response.once("close", () => {
      const next = busy.get(socket)?.shift();
      // What others ask comes in between.
      if (next) setImmediate(next);
      else busy.delete(socket);
    });
    handle(request, response);
  };

  const server = createServer(options, (request, response) => {
    const { socket } = request;
    const waiting = busy.get(socket);
    if (waiting && waiting.length >= mostAhead) return void socket.destroy();
    if (waiting) return void waiting.push(() => begin(request, response));
    busy.set(socket, []);
    // By then all of this piece is read: who asks for too much gets no answer at all.
    process.nextTick(begin, request, response);
  });
  server.on("connection", hearNoMoreOnceEnded);
  // Browsers open connections ahead. One that has asked nothing is closed without a word: an answer could be taken for
  // that of a request which sets out in the same moment.
  server.on("clientError", (_error, socket) => {
    if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  });
  server.maxConnections = mostConnections;
  server.keepAliveTimeout = longestQuiet;
  // Node asks here after so long without a byte in either direction; what is still read in small pieces does
  // not come here.
  server.setTimeout(longestQuiet, (socket) => {
    const isOurTurn = busy.has(socket) && socket.writableLength === 0;
    if (isOurTurn) socket.setTimeout(longestQuiet);
    else socket.destroy();
  });
  return server;
}

/** What Node keeps beside a connection: it hands over each request as its head has been read. */
type Parser = { onIncoming?: (request: IncomingMessage, shouldKeepAlive: boolean) => number };
/** Answer of a parser's listener that ends the reading of what follows, as after a change of protocol. */
const readNoFurther = 2;

/**
 * Node reads all eight hundred requests of one piece before it heeds that their connection was ended at the
 * tenth, twenty times the work. Nothing public stops it; without these names it is as slow as before.
 */
function hearNoMoreOnceEnded(socket: Socket & { parser?: Parser }): void {
  const { parser } = socket;
  const hear = parser?.onIncoming;
  if (!parser || !hear) return;
  parser.onIncoming = (request, shouldKeepAlive) =>
    socket.destroyed ? readNoFurther : hear(request, shouldKeepAlive);
}
