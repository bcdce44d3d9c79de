import { type Renter, renters } from "./people.ts";

export type Message = { from: Renter; subject: string; message: string; answer?: string; hoursAgo: number };

const from = (at: number): Renter => renters[at] ?? renters[0];

/** Examples, as their first word says. */
export const messages: readonly Message[] = [
  {
    from: from(1),
    subject: "Example: a child seat",
    message: "Example message. Can the car come with a child seat for a two-year-old?",
    answer: "Yes. Tell us the child’s weight, and we’ll put the right seat in before we bring the car.",
    hoursAgo: 24 * 21,
  },
  {
    from: from(0),
    subject: "示例：提前还车",
    message: "示例消息。我可能要提前两周回国，可以提前还车吗？",
    answer: "可以。提前还车需要提前四周告知，费用为 200 美元。",
    hoursAgo: 24 * 9,
  },
  {
    from: from(5),
    subject: "Example: charging at home",
    message: "Example message. Does the electric car come with a cable for a regular outlet?",
    hoursAgo: 5,
  },
  {
    from: from(8),
    subject: "示例：送车时间",
    message: "示例消息。星期天早上九点可以送车到圣马特奥吗？",
    hoursAgo: 2,
  },
];

export type DemoConversation = { subject: string; said: readonly string[]; hoursAgo: number };

/** The customer begins, and each answers in turn. */
export const conversations: readonly DemoConversation[] = [
  {
    subject: "Example: a second driver",
    said: [
      "Example message. May my sister drive the car too?",
      "Yes. Send us a picture of her license before the pickup, and we’ll add her to the rental.",
      "Thank you, I will.",
    ],
    hoursAgo: 24 * 6,
  },
  {
    subject: "Example: where to park",
    said: [
      "Example message. Is there a place to charge near the pickup?",
      "The garage has four chargers on the ground floor, and the first hour is free.",
    ],
    hoursAgo: 3,
  },
];
