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
/** Connections of one process. Each may hold a file open besides its own descriptor. */
const mostConnections = 5000;
/** Milliseconds within which a connection must read some of its answer, or send a request. */
const longestQuiet = 15_000;

/**
 * A server whose connections use a bounded part of the machine: each gets one answer at a time, so that requests sent
 * ahead open no file and hold no page. A connection that neither reads nor sends for fifteen seconds is ended. A
 * connection may wait longer for an answer that takes us longer.
 */
export function boundedServer(handle: RequestListener, options: ServerOptions): Server {
  /** Connections whose answer is being made, each with its waiting requests. */
  const busy = new WeakMap<Socket, (() => void)[]>();

  const begin = (request: IncomingMessage, response: ServerResponse): void => {
    const { socket } = request;
    if (socket.destroyed) return;
    response.once("close", () => {
      const next = busy.get(socket)?.shift();
      // Other connections' requests come in between.
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
    // By then this whole piece is read: a connection with too many requests gets no answer at all.
    process.nextTick(begin, request, response);
  });
  server.on("connection", hearNoMoreOnceEnded);
  // Browsers open connections ahead. A connection without a request is closed silently: it could take an answer
  // for that of a request which it sends at the same moment.
  server.on("clientError", (_error, socket) => {
    if (socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  });
  server.maxConnections = mostConnections;
  server.keepAliveTimeout = longestQuiet;
  // Node calls this after so long without a byte in either direction; a body that still arrives in small pieces
  // does not get here.
  server.setTimeout(longestQuiet, (socket) => {
    const isOurTurn = busy.has(socket) && socket.writableLength === 0;
    if (isOurTurn) socket.setTimeout(longestQuiet);
    else socket.destroy();
  });
  return server;
}

/** Node's parser of a connection: it hands over each request once its head is read. */
type Parser = { onIncoming?: (request: IncomingMessage, shouldKeepAlive: boolean) => number };
/** A parser's listener returns this to stop reading, as after a change of protocol. */
const readNoFurther = 2;

/**
 * Node reads all eight hundred requests of one piece before it notices that their connection was ended at the
 * tenth: twenty times the work. No public API stops it; without these names it is only as slow as before.
 */
function hearNoMoreOnceEnded(socket: Socket & { parser?: Parser }): void {
  const { parser } = socket;
  const hear = parser?.onIncoming;
  if (!parser || !hear) return;
  parser.onIncoming = (request, shouldKeepAlive) =>
    socket.destroyed ? readNoFurther : hear(request, shouldKeepAlive);
}
