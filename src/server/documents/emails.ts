import { brand } from "#domain/brand.ts";
import type { Language } from "#domain/languages.ts";
import type { Config } from "#server/config.ts";
import type { Email } from "#server/mail/email.ts";
import { greeting } from "#server/mail/greeting.ts";
import type { OrderRow } from "#server/orders/queries.ts";

type Words = { subject: (number: string) => string; body: string; see: string; signature: string };

const words: Record<Language, Words> = {
  en: {
    subject: (number) => `Your signed rental agreement for order ${number}`,
    body: "Thank you for signing the rental agreement. Your copy is attached as a PDF, in English and in Chinese.",
    see: "See your trip",
    signature: `${brand.name.en}\nCars by the month in the ${brand.region.en}`,
  },
  zh: {
    subject: (number) => `您已签署的租车协议（订单 ${number}）`,
    body: "感谢您签署租车协议。附件是协议的 PDF 副本，中英文对照。",
    see: "查看行程",
    signature: `${brand.name.zh}\n${brand.region.zh}按月租车`,
  },
};

/** What a renter has signed, for them to keep. */
export function agreementEmail(
  { publicUrl }: Pick<Config, "publicUrl">,
  order: OrderRow,
  acceptanceId: string,
): Email {
  const { subject, body, see, signature } = words[order.language];
  return {
    kind: "agreement_accepted",
    subject: subject(order.orderNumber),
    recipient: order.customerEmail,
    language: order.language,
    orderId: order.id,
    content: {
      greeting: greeting(order.language, order.emailConfirmedAt ? order.customerName : ""),
      blocks: [
        { kind: "paragraph", text: body },
        { kind: "link", text: see, url: new URL(`/dashboard/trips/${order.id}`, publicUrl.origin).href },
      ],
      signature,
      documents: [{ kind: "agreement", causeId: acceptanceId }],
    },
  };
}
