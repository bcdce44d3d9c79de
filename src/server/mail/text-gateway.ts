/** Milliseconds. A gateway that says nothing is given up, and the queue tries again. */
const patience = 10_000;

export type TextMessage = {
  kind: string;
  /** Digits of E.164, without the plus. */ recipient: string;
  language: "en" | "zh";
  body: string;
};

/** Hands a text message to the gateway at SMS_URL. Throws when it is not taken. */
export async function sendText(
  gateway: URL,
  { recipient, body }: Pick<TextMessage, "recipient" | "body">,
): Promise<void> {
  const { username, password } = gateway;
  const address = new URL(gateway);
  address.username = "";
  address.password = "";
  const response = await fetch(address, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      ...(username && {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64")}`,
      }),
    },
    body: JSON.stringify({ to: `+${recipient}`, text: body }),
    signal: AbortSignal.timeout(patience),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The text gateway answered ${response.status}`);
}
