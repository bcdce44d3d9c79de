import { expect, it } from "vitest";
import { facts, heading, paragraph } from "./blocks.ts";
import { joinEmails } from "./join-emails.ts";
import { writeEmail } from "./write-email.ts";

const reminder = (email: string, car: string, language: "en" | "zh" = "en") =>
  writeEmail("host_order_reminder", { email, language, name: "Lena", orderId: car }, () => ({
    subject: `Still waiting: ${car}`,
    blocks: [paragraph(`About ${car}`), facts([["Car", car]])],
  }));

it("several emails of a kind to one reader become one email with each subject", () => {
  const joined = joinEmails([
    reminder("lena@example.com", "Fit"),
    reminder("li@example.com", "Leaf", "zh"),
    reminder("lena@example.com", "Golf"),
    reminder("li@example.com", "Bolt", "zh"),
  ]);
  expect(joined.map(({ recipient, subject, orderId }) => [recipient, subject, orderId])).toEqual([
    ["lena@example.com", "Renters waiting for your answer: 2", undefined],
    ["li@example.com", "有 2 位租客在等您答复", undefined],
  ]);
  const [first] = joined;
  expect(first?.content.blocks).toEqual([
    heading("Still waiting: Fit"),
    paragraph("About Fit"),
    facts([["Car", "Fit"]]),
    heading("Still waiting: Golf"),
    paragraph("About Golf"),
    facts([["Car", "Golf"]]),
  ]);
});

it("a single email stays as it is, with its order", () => {
  const one = reminder("lena@example.com", "Fit");
  expect(joinEmails([one])).toEqual([one]);
});
