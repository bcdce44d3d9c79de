import { startTestApp, type TestApp } from "./app.ts";
import { type AssistantServer, startAssistantServer } from "./stand-ins/assistant-server.ts";

/** Two products, one with an assistant and one without, and the service that answers the first. */
export type WithAssistant = {
  service: AssistantServer;
  test: TestApp;
  plain: TestApp;
  /** The service's last request: its instructions, and the text to work on. */
  lastAsked: () => { system: string; words: string };
  close: () => Promise<void>;
};

export async function startWithAssistant(): Promise<WithAssistant> {
  const service = await startAssistantServer();
  const [test, plain] = await Promise.all([startTestApp(service.env), startTestApp()]);
  return {
    service,
    test,
    plain,
    lastAsked: () => {
      const { system, messages } = JSON.parse(service.asked.at(-1) ?? "") as {
        system: string;
        messages: { content: string }[];
      };
      return { system, words: messages.map(({ content }) => content).join("\n") };
    },
    close: async () => {
      await Promise.all([test.close(), plain.close()]);
      service.close();
    },
  };
}
