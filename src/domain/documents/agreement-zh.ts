import { chargeAnswerHours } from "#domain/charges/charges.ts";
import { brand } from "#domain/brand.ts";
import { formatMoney } from "#domain/money.ts";
import { formatDate } from "#domain/dates.ts";
import { pastDueDays } from "#domain/payments/attempts.ts";
import {
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { AgreementFacts, Clause } from "./agreement.ts";
import { carLabel, limitsLabel } from "./parties.ts";

const own = "承租人自备责任险，保额不低于加州最低要求，并在交车前提供证明。保险须在租期内每一天有效。";
/** The limits of the included insurance. Agreements from before we stored limits refer to the order. */
function coverage({ coverage: which, parties }: AgreementFacts): string {
  if (which === "own") return own;
  const limits = parties?.limits ? limitsLabel(parties.limits, "zh") : "保额以订单所列为准";
  return `下单时所选的责任险已计入租金，${limits}。`;
}

const allowed = (drivers: AgreementFacts["drivers"]): string =>
  drivers?.length ? `除租客外，${drivers.join("、")}也可以驾驶本车。` : "";

/** The rental agreement's clauses in Chinese, clause by clause beside the English ones. */
export function agreementZh(facts: AgreementFacts): Clause[] {
  const { parties } = facts;
  const business = parties?.business;
  const name = business ? business.name + (business.address && `（${business.address}）`) : brand.name.zh;
  const money = (cents: number) => formatMoney(cents, "zh");
  const at = (date: string, time: string) => `${formatDate(date, "zh")} ${time}`;
  return [
    {
      title: "1. 双方与车辆",
      text: `${name}依据订单 ${facts.orderNumber}，将 ${carLabel(facts.car, parties ?? {}, "zh")} 出租给 ${facts.renter}。`,
    },
    {
      title: "2. 租期",
      text: `自 ${at(facts.pickupDate, facts.pickupTime)} 至 ${at(facts.returnDate, facts.returnTime)}，以加州时间为准。${parties?.place ? `地点：${parties.place}。` : ""}如需续租，须至少在还车日前 ${extensionNoticeDays} 天提出，经同意后生效。`,
    },
    {
      title: "3. 租金与付款",
      text: `租金共计 ${money(facts.total)}，按月支付：首期 ${money(facts.firstInstalment)} 在订单确认时到期，之后每期在当月首日到期。逾期满 ${pastDueDays} 天的款项由工作人员处理，绝不会自动收回车辆。`,
    },
    {
      title: "4. 里程",
      text: `整个租期共含 ${facts.milesIncluded.toLocaleString("en-US")} 英里，以取车和还车时的里程表读数计算。超出部分每英里 ${money(facts.extraMile)}。`,
    },
    { title: "5. 保险", text: coverage(facts) },
    {
      title: "6. 驾驶人",
      text: `${allowed(facts.drivers)}驾驶人须年满 ${driverTerms.age} 岁，持驾照 ${driverTerms.yearsOfDriving} 年以上并随身携带。未经我们书面同意，不得由他人驾驶。车辆不得转租、参加竞速、用于拖曳，不得酒后或药后驾驶，不得驶出美国。`,
    },
    {
      title: "7. 车况",
      text: "取车和还车时均以照片、里程表读数和电量（油量）记录车况，记录发给双方。除正常磨损外，车辆应按交付时的状态归还。",
    },
    {
      title: "8. 还车",
      text: `提前还车须提前 ${earlyReturn.noticeWeeks} 周告知，并支付 ${money(earlyReturn.fee)} 提前还车费；租期头 ${earlyReturn.freeDays} 天内两者均免。承租人可随时提早交还车辆，租金不变。超过还车日的每一天，可收取一天租金；订单含保险的，另加一天保险费。`,
    },
    {
      title: "9. 取消",
      text: `取车前 ${freeCancellationHours} 小时以上可免费取消。此后至交车前取消的，扣一天租金；过了取车日，每过一天多扣一天，但不超过已付金额。`,
    },
    {
      title: "10. 额外费用",
      text: `超里程、逾期、损坏、过路费和清洁费，须先说明事由并出示证据。承租人有 ${chargeAnswerHours} 小时接受或提出异议。有异议的费用及任何损坏，均由工作人员裁定。`,
    },
    {
      title: "11. 途中意外",
      text: "发生事故时，承租人应先确保人员安全，必要时拨打 911，并在当天告知我们。租期内的罚单和过路费由承租人承担。",
    },
    { title: "12. 适用法律", text: "本协议适用加州法律。两种文本不一致时，以英文为准。" },
  ];
}
