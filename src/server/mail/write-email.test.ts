import { describe, expect, it } from "vitest";
import { facts, link, paragraph } from "./blocks.ts";
import { renderEmail } from "./render-email.ts";
import { m } from "./words.ts";
import { writeEmail } from "./write-email.ts";

const reader = { email: "wei@example.com", language: "en" } as const;

describe("an email of a template", () => {
  it("an email repeats typed text as it is, never as HTML", () => {
    const typed = "{number} <script>alert('1')</script>";
    const { subject, content } = writeEmail(
      "contact_answer",
      { ...reader, name: "Wei <Lin>" },
      ({ say }) => ({
        subject: say(m.email_contact_answer_subject, { subject: typed }),
        blocks: [paragraph(typed), facts([["Where", typed]]), link(typed, "https://longbay.example/?a=<b>")],
      }),
    );
    const { text, html } = renderEmail(content, "en");
    expect(subject).toBe(`Re: ${typed}`);
    expect(text.split(typed).length - 1).toBe(3);
    expect(html).not.toMatch(/<script|<Lin>|<b>/);
    expect(html.split("{number} &lt;script&gt;alert(&#39;1&#39;)").length - 1).toBe(3);
  });

  it("an email shows a picture beside its words and leaves it out of the plain text", () => {
    const { content } = writeEmail("contact_answer", reader, () => ({
      subject: "",
      blocks: [
        { kind: "picture", url: "https://longbay.example/a.jpg", alt: 'A "fine" car' },
        paragraph("one"),
      ],
    }));
    const { text, html } = renderEmail(content, "en");
    expect(html).toContain('<img src="https://longbay.example/a.jpg" alt="A &quot;fine&quot; car"');
    expect(text).not.toContain("fine");
    expect(text).toMatch(/,\n\none\n\n/);
  });

  it("an email leaves out parts that don't apply", () => {
    const { content } = writeEmail("contact_answer", reader, () => ({
      subject: "",
      blocks: [false, undefined, [paragraph("one"), paragraph("two")], facts([false, ["a", "b"], undefined])],
    }));
    expect(content.blocks).toEqual([paragraph("one"), paragraph("two"), facts([["a", "b"]])]);
  });

  it("an email's greeting, signature and secrecy follow from its kind and its reader", () => {
    const template = () => ({ subject: "", blocks: [] });
    const secret = writeEmail("magiclink", { ...reader, language: "zh", name: "林薇" }, template);
    expect([secret.isSecret, secret.content.greeting]).toEqual([true, "林薇，您好："]);
    expect(secret.content.signature.split("\n")).toHaveLength(2);
    const toAdmins = writeEmail("admin_reconciliation", reader, template);
    expect([toAdmins.isSecret, toAdmins.content.greeting]).toEqual([false, "Hello,"]);
    expect(toAdmins.content.signature.split("\n")).toHaveLength(1);
  });
});
