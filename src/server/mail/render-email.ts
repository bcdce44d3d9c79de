import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Block, Calendar, EmailContent, EmailFile } from "./email.ts";

export type RenderedEmail = {
  text: string;
  html: string;
  attachments: (EmailFile & { content: string })[];
};

/** Sets an email as plain text, as HTML of the same words, and its appointments as a calendar file. */
export function renderEmail(content: EmailContent, language: Language): RenderedEmail {
  const { greeting, blocks, signature, calendar, unsubscribe } = content;
  const wayOut = unsubscribe
    ? { text: [blockText({ kind: "link", ...unsubscribe }, language)], html: [smallLink(unsubscribe)] }
    : { text: [], html: [] };
  const text = [
    greeting,
    ...blocks.filter(({ kind }) => kind !== "picture").map((block) => blockText(block, language)),
    signature,
    ...wayOut.text,
  ].join("\n\n");
  const body = [paragraph(greeting), ...blocks.map(blockHtml), paragraph(signature), ...wayOut.html].join(
    "\n",
  );
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"></head><body style="margin:0;background:#f6f7f4;color:#10262c;font:17px/1.6 Arial,'PingFang SC','Microsoft YaHei',sans-serif"><div style="max-width:600px;margin:0 auto;padding:32px 24px"><p style="font-weight:bold;font-size:20px;margin:0 0 24px">${escapeHtml(brand.name[language])}</p>${body}</div></body></html>`;
  return {
    text,
    html,
    attachments: calendar
      ? [
          {
            filename: calendar.filename,
            contentType: `text/calendar; charset=utf-8; method=${calendar.method}`,
            content: calendarFile(calendar),
          },
        ]
      : [],
  };
}

const colon: Record<Language, string> = { en: ": ", zh: "：" };

function blockText(block: Block, language: Language): string {
  if (block.kind === "paragraph" || block.kind === "heading") return block.text;
  if (block.kind === "link") return `${block.text}\n${block.url}`;
  if (block.kind === "picture") return block.alt;
  return block.facts.map(([label, value]) => `${label}${colon[language]}${value}`).join("\n");
}

function blockHtml(block: Block): string {
  if (block.kind === "paragraph") return paragraph(block.text);
  if (block.kind === "heading")
    return `<h2 style="margin:32px 0 8px;font-size:18px;line-height:1.4">${escapeHtml(block.text)}</h2>`;
  if (block.kind === "link") {
    return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="background:#b83a1b;color:#fff;padding:12px 20px;border-radius:10px;text-decoration:none">${escapeHtml(block.text)}</a></p>`;
  }
  if (block.kind === "picture")
    return `<p style="margin:0 0 16px"><img src="${escapeHtml(block.url)}" alt="${escapeHtml(block.alt)}" width="552" style="display:block;width:100%;max-width:552px;height:auto;border-radius:10px"></p>`;
  const rows = block.facts.map(
    ([label, value]) =>
      `<tr><td style="padding:6px 24px 6px 0;color:#3f5459;vertical-align:top">${escapeHtml(label)}</td><td style="padding:6px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" style="border-collapse:collapse;margin:0 0 16px">${rows.join("")}</table>`;
}

const paragraph = (text: string): string =>
  `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll("\n", "<br>")}</p>`;

const smallLink = ({ text, url }: { text: string; url: string }): string =>
  `<p style="margin:24px 0 0;font-size:14px"><a href="${escapeHtml(url)}" style="color:#3f5459">${escapeHtml(text)}</a></p>`;

export const escapeHtml = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

function calendarFile({ method, events }: Calendar): string {
  const calendar = ical({
    prodId: { company: brand.name.en, product: "orders" },
    method: ICalCalendarMethod[method],
  });
  for (const { uid, start, end, stamp, status, ...event } of events)
    calendar.createEvent({
      id: uid,
      start: new Date(start),
      end: new Date(end),
      stamp: new Date(stamp),
      status: ICalEventStatus[status],
      ...event,
    });
  // Every line ends with CR and LF, including the last.
  return `${calendar.toString()}\r\n`;
}
