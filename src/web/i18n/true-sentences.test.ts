import { globSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

type FoundSentence = { where: string; text: string };

/** Every message, and every line of the long contents, of the README and of emails that have no message. */
const said: FoundSentence[] = [
  ...["en", "zh"].flatMap((language) =>
    readdirSync(`messages/${language}`).flatMap((file) =>
      Object.entries(
        JSON.parse(readFileSync(`messages/${language}/${file}`, "utf8")) as Record<string, unknown>,
      ).map(([key, message]) => ({ where: `${language} ${key}`, text: JSON.stringify(message) })),
    ),
  ),
  ...["README.md", ...globSync("src/web/**/*-{en,zh}.ts"), ...globSync("src/server/**/*emails*.ts")].flatMap(
    (where) =>
      readFileSync(where, "utf8")
        .split("\n")
        .map((text) => ({ where, text })),
  ),
];
const saying = (pattern: RegExp): FoundSentence[] => said.filter(({ text }) => pattern.test(text));

/** Sentences that were once somewhere but are not true. */
const untrue: [sentence: string, why: string, pattern: RegExp][] = [
  [
    "a car at least as good",
    "another car may be cheaper, or of another make",
    /at least as good|(?:same|equal) (?:class )?or better|不差于|同级或更(?:好|高)|同等或更(?:好|高)/i,
  ],
  [
    "saved cars stay in local storage",
    "they belong to the account",
    /saved (?:cars|vehicles)[^.]{0,60}(?:local storage|this device)|收藏[^。]{0,30}本地存储/i,
  ],
  [
    "hosts are asked by phone",
    "requests come by email and wait in the account",
    /(?:ask you|rental with you) by email (?:or|and) phone|(?:发邮件|邮件)或打?电话与您确认/,
  ],
  [
    "the renter cares for oil and smog checks",
    "the owner of the car does",
    /(?:you|renters?) (?:pay|care|are responsible) for[^.]{0,40}(?:oil|smog)/i,
  ],
  [
    "no other drivers",
    "an order names up to two more",
    /(?:no|without) additional drivers|only you may drive|不(?:允许|能)添加(?:其他|附加)驾驶人/i,
  ],
  [
    "the pickup time is agreed later",
    "it is chosen when booking",
    /agree on (?:a|the) time|时间另行(?:约定|商定)/i,
  ],
  [
    "a declined application's date is the day of applying",
    "it is the day of the decision",
    /(?:approve|accept) your application of \{date\}|您 ?\{date\} ?的申请未/,
  ],
  [
    "an email says why an application was declined",
    "older ones gave no reason",
    /our email says why|原因见我们的邮件/i,
  ],
  [
    "a declined applicant submits the car again",
    "not everybody who applied has a car",
    /submit (?:your|a) car again|重新提交车辆|，再次提交车辆即可/i,
  ],
  ["every sentence stands in both languages", "the guide is Chinese", /every sentence/i],
  ["a status as a slip of a key", "it is the DMV", /\bbmv\b/i],
];

describe("untrue sentences", () => {
  it.each(untrue)("an untrue sentence appears nowhere: %s: %s", (_sentence, _why, pattern) =>
    expect(saying(pattern)).toEqual([]),
  );
});

describe("sentences that are true only with a condition", () => {
  it("a text that no account is needed also says that the keys need one", () => {
    const found = saying(/don[’']t need an account|不需要(?:注册)?账户|无需(?:注册)?账户/);
    expect(found.length).toBeGreaterThan(3);
    expect(found.filter(({ text }) => !/keys|取车前/.test(text))).toEqual([]);
  });

  it("only sign-in and confirmation links are said to work once", () => {
    const links = saying(/link works once|works once and expires|链接[^。]{0,10}(?:一次|单次)/);
    expect(links.length).toBeGreaterThan(3);
    expect(links.filter(({ where }) => !/auth_|confirm_|email_(?:magiclink|recovery)_/.test(where))).toEqual(
      [],
    );
  });

  it("the terms say who is responsible for oil, smog checks and registration", () => {
    expect(saying(/smog checks and registration are up to the car’s owner/)).toHaveLength(1);
    expect(saying(/保养[^。]*尾气检测[^。]*(?:车主|我们)/).length).toBeGreaterThan(0);
  });

  it('the words "you pay nothing" stand only where payment begins after confirmation', () => {
    const found = saying(/you pay nothing/i);
    expect(found.filter(({ where }) => !/charges_lead|email_order_received_/.test(where))).toEqual([]);
  });

  it("an order's row shows its daily rate", () => {
    const rows = saying(/\{rate\}/).map(({ where }) => where);
    expect(rows).toEqual(["en own_orders_number", "zh own_orders_number"]);
  });
});
