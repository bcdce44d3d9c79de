import { changeAnswerHours } from "#domain/changes/changes.ts";
import { longestExtendedMonths } from "#domain/changes/may-change.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  bookAheadWeeks,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { FaqGroup } from "./faq-entries.ts";
import { faqFigures } from "./faq-figures.ts";

const figures = faqFigures("zh");
const { peak, otherwise } = bookAheadWeeks;
const { depositBusinessDays, requestHours, supportHours, supportLatestHours } = promisedTimes;
const discounts = figures.discounts
  .map(({ months, percent }) => `满 ${months} 个月优惠 ${percent}%`)
  .join("，");

/** `includesCollision`: new orders still include collision coverage. `isTaxed`: a new order may have taxes. */
export const faq = (includesCollision: boolean, isTaxed: boolean): FaqGroup[] => [
  {
    id: "before",
    title: "预订之前",
    entries: [
      {
        id: "who",
        question: "哪些人可以租车？",
        answer: `年满 ${driverTerms.age} 岁、有 ${driverTerms.yearsOfDriving} 年以上驾龄、持有效驾照就可以。不收年轻驾驶人附加费，${driverTerms.age} 岁和 50 岁一个价。`,
      },
      {
        id: "credit",
        question: "没有信用记录或 SSN，能租吗？",
        answer:
          "能。我们不收押金，没有手续费，也从不要求提供社会安全号（SSN）。刚到湾区的人，和在这里长大的人，条件完全一样。",
      },
      {
        id: "license",
        question: "可以用外国驾照吗？",
        answer:
          "可以，而且不收外国驾照附加费。请带上驾照原件；如果不是英文的，请再备一份翻译件或国际驾照。打算在加州定居的话，州政府要求换领加州驾照，办法和期限以 DMV 为准：https://www.dmv.ca.gov",
      },
      {
        id: "ahead",
        question: "要提前多久预订？",
        answer: `旺季（6月到9月，以及12月的节假日）请提前 ${peak.from}–${peak.to} 周，平时提前 ${otherwise.from}–${otherwise.to} 周。今天可租的车往往能更快送到，[先看看车](/cars)，选好日期就知道。`,
      },
      {
        id: "host",
        question: "车主多久会联系我？",
        answer: `提交后 ${requestHours} 小时之内。如果到时还没有人答复，针对某一辆车的申请会自动失效，您无需支付任何费用。`,
      },
    ],
  },
  {
    id: "price",
    title: "价格与保险",
    entries: [
      {
        id: "included",
        question: "月租里包含什么？",
        answer: `包含车辆、上门送车和收车、每月 ${figures.leastMiles}–${figures.mostMiles} 英里${includesCollision ? `；前 ${figures.coveredCustomers} 位客户还包含碰撞险，您的订单上会写明是否包含` : ""}。手续费和税费在账单上单独列出，${isTaxed ? "每项税费都注明名称和税率" : `目前都是 ${figures.nothing}`}。`,
      },
      {
        id: "longer",
        question: "租得久，会便宜吗？",
        answer: `会：${discounts}。优惠从租金中扣除，账单上单独列出。租期最短 ${shortestRentalDays} 天，最长 ${longestRentalMonths} 个月；续租后前后合计最长 12 个月。`,
      },
      {
        id: "insurance",
        question: "我需要买什么保险？",
        answer: `责任险，赔付给别人造成的损失，加州法律要求必须有。自己向保险公司买，一般每月约 ${figures.elsewhereFrom}–${figures.elsewhereTo}。也可以直接加购我们的责任险：选[月租套餐](/pricing-tiers)，每月 ${figures.oursFrom} 到 ${figures.oursTo}，看保额和租期而定；[预订车辆](/cars)，每天 ${figures.basicByDay} 或 ${figures.premiumByDay}。不用自己张罗，保的就是这辆车。`,
      },
      {
        id: "deposit",
        question: "要交押金吗？",
        answer: `不用，我们不收押金。您偶尔会看到“押金”二字，是因为银行或支付公司验卡时可能会暂时冻结一笔款，那不是我们收的，会在 ${depositBusinessDays.from}–${depositBusinessDays.to} 个工作日内解冻。`,
      },
      {
        id: "miles",
        question: "含多少里程？",
        answer: `标准是每月 ${figures.leastMiles}–${figures.mostMiles} 英里，具体以各套餐、各车辆写明的为准。里程按整个租期合计，这个月开得少，下个月就能多跑一趟长途。超出的部分每英里 ${figures.mile}，以取车和还车时的里程表为准。`,
      },
    ],
  },
  {
    id: "road",
    title: "用车与还车",
    entries: [
      {
        id: "pickup",
        question: "在哪里、什么时间取车？",
        answer:
          "送到您家门口，覆盖我们服务的八个城市，每天上午 9 点到晚上 8 点。预订时选好时间，交车时双方一起记下里程。",
      },
      {
        id: "extend",
        question: "想多租一段时间怎么办？",
        answer: `请在还车日前至少 ${extensionNoticeDays} 天在行程页面申请：您会先看到价格，${changeAnswerHours} 小时内得到答复，答复之前我们尽量为您保留这些日期。前后最长可租 ${longestExtendedMonths} 个月，价格与一开始就租这么久相同。`,
      },
      {
        id: "early",
        question: "想取消，或者要提前还车怎么办？",
        answer: `我们确认之前取消免费，确认之后，距取车 ${freeCancellationHours} 小时以上也免费；再晚，扣一天租金，过了取车日每过一天多扣一天。用车期间提前还车，请提前 ${earlyReturn.noticeWeeks} 周通知，并收取 ${figures.earlyFee} 费用。头 ${earlyReturn.freeDays} 天内还车，既不用提前通知，也不收费用。`,
      },
      {
        id: "support",
        question: "路上出了事，找谁？",
        answer: `打给我们，白天黑夜都行，中文英文都可以。文字留言，营业时间内 ${supportHours} 小时之内答复，其他时间 ${supportLatestHours} 小时之内。营业时间、电话和留言表单都在[联系我们](/contact)。有危险，先打 911。`,
      },
    ],
  },
];
