import { askAgainHours as again } from "#domain/changes/may-change.ts";

/** What renters are told of changes of their rental, by the language of the order. */
export const changeWords = {
  en: {
    see: "See your trip",
    attached: "The addendum to your rental agreement is attached.",
    refund: (amount: string) => `We’ll refund ${amount} the way you paid.`,
    check: (amount: string) => `We’re checking your refund of ${amount}, and will email you the outcome.`,
    owed: "Here are your payments:",
    reason: (reason: string) => `The reason: ${reason}`,
    asked: {
      subject: (number: string) => `Your request for more days: ${number}`,
      body: (until: string, answer: string) =>
        `You asked to keep the car until ${until}. We’ll hold the extra days until we answer, by ${answer} Pacific time at the latest. Until then, nothing changes and nothing is charged.`,
    },
    askedUnheld: {
      subject: (number: string) => `Your request for more days: ${number}`,
      body: (until: string, answer: string) =>
        `You asked to keep the car until ${until}. We’ll answer by ${answer} Pacific time at the latest. The extra days aren’t on hold for you: we can only hold so many cars for renters whose license we haven’t verified and who haven’t paid yet, so someone else could still book them. Until we answer, nothing changes and nothing is charged.`,
    },
    accepted: {
      subject: (number: string) => `Your rental ${number} is extended`,
      body: (until: string) => `Good news: you can keep the car until ${until}. Here’s your updated rental.`,
    },
    declined: {
      subject: (number: string) => `We can’t extend your rental ${number}`,
      body: (until: string) =>
        `We’re sorry, but we can’t extend your rental to ${until}. It stays as it was, at the same price.`,
    },
    lapsed: {
      subject: (number: string) => `Your request for more days has lapsed: ${number}`,
      body: (until: string) =>
        `We’re sorry: we didn’t answer your request to keep the car until ${until} in time, and the days are open to others again.`,
    },
    again: `You can ask once more within ${again} hours.`,
    offered: {
      subject: (number: string) => `Another car for your rental ${number}?`,
      body: (car: string, instead: string) =>
        `We’d like to offer you the ${car} instead of the ${instead}. It costs the same or less, and nothing changes unless you agree.`,
      until: (answer: string) =>
        `We’re holding the car for you until ${answer} Pacific time. If you don’t answer, nothing changes.`,
      price: (total: string, before: string) =>
        `Your rental would cost ${total} in total; it now costs ${before}.`,
    },
    swapped: {
      subject: (number: string) => `Your rental ${number} has a new car`,
      body: (car: string) =>
        `You agreed to another car: you’re now renting the ${car}. Here’s your updated rental.`,
    },
    offer_lapsed: {
      subject: (number: string) => `You’re keeping your car: ${number}`,
      body: (car: string, instead: string) =>
        `We didn’t hear from you about the ${car}, so your rental stays with the ${instead}, at the same price. If that car can’t be handed over, we’ll call you.`,
    },
    offer_withdrawn: {
      subject: (number: string) => `We’ve withdrawn our offer: ${number}`,
      body: (car: string, instead: string) =>
        `We’ve withdrawn our offer of the ${car}. Your rental stays with the ${instead}, at the same price.`,
    },
    early_return: {
      subject: (number: string) => `Your rental ${number} ends earlier`,
      body: (until: string) => `Your rental now ends on ${until}. Here’s what it costs now.`,
    },
    dates: {
      subject: (number: string) => `Your rental ${number} has new dates`,
      body: (until: string) => `Your dates have changed: your rental now ends on ${until}.`,
    },
  },
  zh: {
    see: "查看行程",
    attached: "补充协议（PDF）见附件。",
    refund: (amount: string) => `${amount} 将原路退回。`,
    check: (amount: string) => `我们正在核对您的退款 ${amount}，有结果后会发邮件通知您。`,
    owed: "付款安排：",
    reason: (reason: string) => `原因：${reason}`,
    asked: {
      subject: (number: string) => `续租申请已收到：${number}`,
      body: (until: string, answer: string) =>
        `您申请续租到${until}。在我们答复之前（最晚加州时间 ${answer}），这些日期为您保留；在此之前订单不变，也不会收费。`,
    },
    askedUnheld: {
      subject: (number: string) => `续租申请已收到：${number}`,
      body: (until: string, answer: string) =>
        `您申请续租到${until}，我们最晚在加州时间 ${answer} 之前答复。这些日期目前没有为您保留：对于驾照尚未审核、也还没有付过款的租客，我们能保留的车辆有限，其他人仍可能先订走。在我们答复之前订单不变，也不会收费。`,
    },
    accepted: {
      subject: (number: string) => `订单 ${number} 已续租`,
      body: (until: string) => `好消息：您可以用车到${until}。以下是更新后的订单。`,
    },
    declined: {
      subject: (number: string) => `订单 ${number} 无法续租`,
      body: (until: string) => `很抱歉，我们无法将租期延长到${until}。原订单与价格保持不变。`,
    },
    lapsed: {
      subject: (number: string) => `续租申请已失效：${number}`,
      body: (until: string) => `很抱歉，我们没能及时答复您续租到${until}的申请，日期已重新开放。`,
    },
    again: `您可以在 ${again} 小时内再申请一次。`,
    offered: {
      subject: (number: string) => `订单 ${number}：是否愿意换一辆车？`,
      body: (car: string, instead: string) =>
        `我们可以将您的 ${instead} 换成 ${car}，费用不变或更低。未经您同意，订单不会有任何改动。`,
      until: (answer: string) => `这辆车为您保留到加州时间 ${answer}。如果您没有答复，一切照旧。`,
      price: (total: string, before: string) => `换车后订单总价为 ${total}，目前为 ${before}。`,
    },
    swapped: {
      subject: (number: string) => `订单 ${number} 已换车`,
      body: (car: string) => `您同意换车，现在租用的是 ${car}。以下是更新后的订单。`,
    },
    offer_lapsed: {
      subject: (number: string) => `订单 ${number} 维持原车`,
      body: (car: string, instead: string) =>
        `您没有答复是否换成 ${car}，订单仍为 ${instead}，价格不变。如果原车无法交付，我们会打电话联系您。`,
    },
    offer_withdrawn: {
      subject: (number: string) => `换车提议已撤回：${number}`,
      body: (car: string, instead: string) => `我们不再提议换成 ${car}，订单仍为 ${instead}，价格不变。`,
    },
    early_return: {
      subject: (number: string) => `订单 ${number} 将提前结束`,
      body: (until: string) => `您的租期将于${until}结束，以下是现在的费用。`,
    },
    dates: {
      subject: (number: string) => `订单 ${number} 的日期已更改`,
      body: (until: string) => `日期已更改：您的租期将于${until}结束。`,
    },
  },
};
