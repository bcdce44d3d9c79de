import type { FastifyInstance } from "fastify";
import { sendContactMessage } from "#contract/contact.ts";
import { wholeAccountOf } from "#server/auth/authorise.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { receiveMessage } from "./receive-message.ts";

export function contactRoutes(app: FastifyInstance, services: Services): void {
  serve(app, sendContactMessage, async ({ body, request }) => {
    const language = body.language ?? visitorLanguage(request);
    const account = await wholeAccountOf(services, request);
    await receiveMessage(services, { ...body, language }, { caller: request.ip, account });
    return { success: true, message: answers[language] };
  });
}

const answers = { en: "We'll get back to you within 24 hours", zh: "我们会在 24 小时内回复您" } as const;
