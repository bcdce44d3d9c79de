import type { FastifyInstance } from "fastify";
import {
  confirmSubscription,
  subscribe as subscribeEndpoint,
  unsubscribe as unsubscribeEndpoint,
} from "#contract/subscriptions.ts";
import { serve } from "#server/http/serve.ts";
import type { Services } from "#server/services.ts";
import { visitorLanguage } from "#server/http/visitor-language.ts";
import { confirm } from "./confirm.ts";
import { subscribe } from "./subscribe.ts";
import { unsubscribe } from "./unsubscribe.ts";

export function subscriptionRoutes(app: FastifyInstance, services: Services): void {
  serve(app, subscribeEndpoint, async ({ body, request }) => {
    const language = body.language ?? visitorLanguage(request);
    await subscribe(services, { ...body, language }, request.ip);
    return {
      success: true,
      message: "Check your email: the message has a button that confirms your address.",
    };
  });

  serve(app, confirmSubscription, async ({ body }) => {
    await confirm(services, body.token);
    return { success: true, message: "Your address is confirmed. Your promo code comes by email." };
  });

  serve(app, unsubscribeEndpoint, async ({ body }) => {
    await unsubscribe(services, body.token);
    return { success: true, message: "You will get no more updates." };
  });
}
