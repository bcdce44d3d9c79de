import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Days of an event of another service, first and last included. */
export type ServiceEvent = { from: string; until: string; summary?: string };

const compact = (date: string): string => date.replaceAll("-", "");
const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString();

export const calendarText = (events: readonly ServiceEvent[]): string =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Elsewhere//EN",
    ...events.flatMap(({ from, until, summary = "Reserved" }, at) => [
      "BEGIN:VEVENT",
      `UID:${at}@elsewhere.example`,
      `DTSTART;VALUE=DATE:${compact(from)}`,
      `DTEND;VALUE=DATE:${compact(dayAfter(until))}`,
      `SUMMARY:${summary}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
    "",
  ].join("\r\n");

/** A local server for another calendar service; the test sets its answers. */
export type CalendarService = {
  url: string;
  answer: RequestListener;
  /** The headers of its requests, the latest last. */
  asked: IncomingHttpHeaders[];
  close: () => void;
};

export async function startCalendarService(): Promise<CalendarService> {
  const asked: IncomingHttpHeaders[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.headers);
    service.answer(request, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const service: CalendarService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/calendar.ics`,
    answer: keeps([]),
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}

/** Answers with these events, and with an ETag if one is given. */
export const keeps =
  (events: readonly ServiceEvent[], etag?: string): RequestListener =>
  (request, response) => {
    if (etag !== undefined && request.headers["if-none-match"] === etag)
      return void response.writeHead(304).end();
    response
      .writeHead(200, { "content-type": "text/calendar", ...(etag !== undefined && { etag }) })
      .end(calendarText(events));
  };
