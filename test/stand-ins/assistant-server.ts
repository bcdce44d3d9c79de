import { createServer } from "node:http";
import { freePort } from "#test/throwaway-cluster.ts";

type ReceivedRequest = { system: string; messages: { content: string }[]; output_config?: object };
type Reply = (body: ReceivedRequest) => { status: number; body: unknown } | undefined;
export type AssistantServer = {
  /** The environment that a product needs to call this server. */
  env: Record<string, string>;
  /** Every body that was sent. */
  asked: string[];
  /** The server's answer; undefined breaks the connection. */
  reply: Reply;
  close: () => void;
};

/** An answer of the messages API with this text; any other value is sent as JSON. */
export const assistantAnswer = (answer: unknown, stop_reason = "end_turn") => ({
  status: 200,
  body: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: typeof answer === "string" ? answer : JSON.stringify(answer) }],
    stop_reason,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  },
});

/** A server that speaks the messages API and gives the answers that the test sets. */
export async function startAssistantServer(): Promise<AssistantServer> {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      service.asked.push(text);
      const answer = service.reply(JSON.parse(text) as ReceivedRequest);
      if (!answer) return request.socket.destroy();
      response
        // The client tries again at once, and not after its usual half second.
        .writeHead(answer.status, { "content-type": "application/json", "retry-after-ms": "1" })
        .end(JSON.stringify(answer.body));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const service: AssistantServer = {
    env: { ANTHROPIC_API_KEY: "sk-secret", ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` },
    asked: [],
    reply: () => ({ status: 500, body: {} }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return service;
}
