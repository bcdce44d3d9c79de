import { createServer, type Socket } from "node:net";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startMailServer } from "#test/stand-ins/smtp.ts";
import { type DeliverableEmail, openMailer } from "./mailer.ts";

describe("the mailer", () => {
  const email: DeliverableEmail = {
    recipient: "wei.lin@example.com",
    subject: "We have your request",
    language: "en",
    content: { greeting: "Hello,", blocks: [], signature: "Longbay" },
    messageId: "<1@longbay.example>",
  };

  async function deliver(wanted: Partial<DeliverableEmail>, from = "Longbay <hello@longbay.example>") {
    const server = await startMailServer();
    const mailer = openMailer(server.url, from);
    const failure = await mailer.deliver({ ...email, ...wanted }).then(
      () => undefined,
      (error: unknown) => error,
    );
    mailer.close();
    await server.close();
    return { error: failure, received: server.received };
  }

  it.each([
    ["a line break in the subject", { subject: "Hello\r\nBcc: eve@example.com\r\nX-Evil: 1" }],
    ["a bare line feed in the subject", { subject: "Hello\nBcc: eve@example.com" }],
    ["a body in the subject", { subject: "Hello\r\n\r\n<script>" }],
    [
      "a line break in the greeting",
      { content: { greeting: "Hello\r\n.\r\nMAIL FROM:<eve@example.com>", blocks: [], signature: "" } },
    ],
    ["a line break in the id", { messageId: "<1@longbay.example>\r\nBcc: eve@example.com" }],
    [
      "a line break in the calendar's name",
      {
        content: {
          greeting: "",
          blocks: [],
          signature: "",
          calendar: { filename: 'a"\r\nBcc: eve@example.com.ics', method: "PUBLISH" as const, events: [] },
        },
      },
    ],
  ])("the mailer adds no header and no recipient for %s", async (_name, wanted) => {
    const { received } = await deliver(wanted);
    expect(received.map(({ to }) => to)).toEqual([[email.recipient]]);
    expect(received[0]?.raw).not.toMatch(/^(Bcc|X-Evil):/im);
    expect(received[0]?.email.to).toMatchObject([{ address: email.recipient }]);
  });

  it.each([
    "a@b.co, eve@example.com",
    "a@b.co\r\nBcc: eve@example.com",
    "a@b.co>\r\nRCPT TO:<eve@example.com",
    "Eve <eve@example.com>, a@b.co",
    '"eve@example.com,"@b.co',
    "a@b.co eve@example.com",
    "group: eve@example.com, a@b.co;",
  ])("the mailer never writes to more than one recipient for the address %j", async (recipient) => {
    const { received } = await deliver({ recipient });
    expect(received.flatMap(({ to }) => to).filter((address) => address === "eve@example.com")).toEqual([]);
    expect(received.every(({ to, raw }) => to.length === 1 && !/^Bcc:/im.test(raw))).toBe(true);
  });

  it("the mailer keeps Chinese, emoji and markup of an email as they were written", async () => {
    const { received } = await deliver({
      subject: "我们已收到您的预订申请 🚗",
      content: {
        greeting: "林伟，您好：<b>&</b>",
        blocks: [{ kind: "facts", facts: [["车辆", "Model <Y>"]] }],
        signature: "长湾月租",
      },
    });
    expect(received[0]?.email).toMatchObject({
      subject: "我们已收到您的预订申请 🚗",
      text: expect.stringContaining("林伟，您好：<b>&</b>"),
    });
    expect(received[0]?.email.html).toContain("林伟，您好：&lt;b&gt;&amp;&lt;/b&gt;");
  });

  it("the mailer gives up a silent server after the time that its address allows", async () => {
    const sockets: Socket[] = [];
    const silent = createServer((socket) => void sockets.push(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const address = silent.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const mailer = openMailer(`smtp://127.0.0.1:${port}?greetingTimeout=400`, "hello@longbay.example");
    await expect(mailer.deliver(email)).rejects.toThrow(/greeting/i);
    mailer.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
});
