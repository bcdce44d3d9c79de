import { once } from "node:events";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerOptions,
  type SMTPServerSession,
} from "smtp-server";

/**
 * An email as a mail server received it: the envelope, the raw header, and the email as a mail program shows it.
 */
export type ReceivedEmail = { from: string; to: string[]; raw: string; header: string; email: Email };

export type MailServer = { url: string; received: ReceivedEmail[]; close: () => Promise<void> };

/** A mail server on a free or given port. `options` are those of smtp-server, for example to refuse emails. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const received: ReceivedEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["AUTH", "STARTTLS"],
    closeTimeout: 500,
    onData: callbackify(async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
      const raw = await text(stream);
      const { mailFrom, rcptTo } = session.envelope;
      const [header = ""] = raw.split("\r\n\r\n");
      const email = await PostalMime.parse(raw, { attachmentEncoding: "utf8" });
      received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        raw,
        header,
        email,
      });
    }),
    ...options,
  });
  // A client that hangs up isn't an error of this server.
  server.on("error", () => {});
  const listening = server.listen(port, "127.0.0.1");
  await once(listening, "listening");
  const address = listening.address();
  if (typeof address !== "object" || !address) throw new Error("The mail server has no port");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    close: () => new Promise((closed) => server.close(closed)),
  };
}
