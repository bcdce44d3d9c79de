import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Decision, VerificationSubject } from "#domain/papers/verification.ts";

type Said = { title: string; body: string; link: string };
type Words = Record<VerificationSubject, Record<"received" | Decision, Said>> & {
  signature: string;
  order: string;
  reminder: { title: (last: string) => string; body: (last: string, days: number) => string; link: string };
};

export const words: Record<Language, Words> = {
  en: {
    signature: `${brand.name.en}\nCars by the month in the San Francisco Bay Area`,
    order: "Order",
    licence: {
      received: {
        title: "We got your driver’s license",
        body: "Thank you. We have your driver’s license. We’ll check it, usually within one business day, and email you when it’s done.",
        link: "See your license",
      },
      verified: {
        title: "Your driver’s license is verified",
        body: "Good news: your driver’s license is verified. There’s nothing else to do. Please bring the card itself to your pickup.",
        link: "See your license",
      },
      declined: {
        title: "We couldn’t verify your driver’s license",
        body: "We looked at your driver’s license and couldn’t verify it yet. Your bookings stay as they are. Here’s why, and what to do:",
        link: "Send it again",
      },
    },
    insurance_proof: {
      received: {
        title: "We got your proof of insurance",
        body: "Thank you. We have your proof of liability insurance. We’ll check it, usually within one business day, and email you when it’s done.",
        link: "See your insurance",
      },
      verified: {
        title: "Your proof of insurance is verified",
        body: "Good news: your proof of liability insurance is verified.",
        link: "See your insurance",
      },
      declined: {
        title: "We couldn’t verify your proof of insurance",
        body: "We looked at your proof of liability insurance and couldn’t verify it yet. Here’s why, and what to do:",
        link: "Send another proof",
      },
    },
    reminder: {
      title: (last) => `Your proof of insurance expires on ${last}`,
      body: (last, days) =>
        `Your proof of liability insurance expires on ${last}, ${days === 0 ? "today" : days === 1 ? "tomorrow" : `in ${days} days`}, and your rental continues. Please send us the next one before then, so you’re insured every day.`,
      link: "Send the next proof",
    },
  },
  zh: {
    signature: `${brand.name.zh}\n旧金山湾区按月租车`,
    order: "订单",
    licence: {
      received: {
        title: "我们已收到您的驾照",
        body: "谢谢。您的驾照已上传，我们会安排专人审核，通常在一个工作日内完成，届时会发邮件通知您。",
        link: "查看驾照",
      },
      verified: {
        title: "您的驾照已通过审核",
        body: "好消息：您的驾照已通过审核，无需其他操作。取车时请携带驾照原件。",
        link: "查看驾照",
      },
      declined: {
        title: "您的驾照未能通过审核",
        body: "我们审核了您的驾照，暂时未能通过。您的订单不受影响。原因和处理方法如下：",
        link: "重新上传",
      },
    },
    insurance_proof: {
      received: {
        title: "我们已收到您的保险证明",
        body: "谢谢。您的责任险证明已上传，我们会安排专人审核，通常在一个工作日内完成，届时会发邮件通知您。",
        link: "查看保险证明",
      },
      verified: {
        title: "您的保险证明已通过审核",
        body: "好消息：您的责任险证明已通过审核。",
        link: "查看保险证明",
      },
      declined: {
        title: "您的保险证明未能通过审核",
        body: "我们审核了您的责任险证明，暂时未能通过。原因和处理方法如下：",
        link: "重新上传证明",
      },
    },
    reminder: {
      title: (last) => `您的保险证明将于${last}到期`,
      body: (last, days) =>
        `您提供的责任险证明将于${last}到期（${days === 0 ? "就在今天" : `还有 ${days} 天`}），而您的租期还没有结束。请在到期前上传新的证明，以免保险中断。`,
      link: "上传新的证明",
    },
  },
};
