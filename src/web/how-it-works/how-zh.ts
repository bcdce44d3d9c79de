import { collisionCoverCustomers } from "#domain/pricing/insurance.ts";
import { formatMoney, formatWholeMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import {
  latestPickupMonths,
  longestRentalMonths,
  shortestRentalDays,
} from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
  freeCancellationHours,
} from "#domain/pricing/rental-terms.ts";
import type { HowContent } from "./how-content.ts";

const nothing = formatMoney(0, "zh");
const mile = formatMoney(extraMilePrice, "zh");
const earlyFee = formatWholeMoney(earlyReturn.fee, "zh");
const miles = carMonthlyMiles.toLocaleString("zh-CN");
const covered = collisionCoverCustomers.toLocaleString("zh-CN");

/** `includesCollision`: whether new orders still include collision coverage. */
export const how = (includesCollision: boolean): HowContent => ({
  heading: "租车流程",
  lead: "租一个月起，车送到家门口，看清总价再决定。",
  renting: {
    title: "从选车到还车，每一步都清楚",
    lead: `年满 ${driverTerms.age} 岁、驾龄满 ${driverTerms.yearsOfDriving} 年就可以。提交申请不需要注册账户；取车前需要注册，并完成驾照审核、自有责任险的证明审核（选用我们保险的除外）、签署协议和首期付款。`,
    due: "应付：",
    stages: [
      {
        when: "今天",
        title: "选车",
        text: `看中哪辆就选[哪辆](/cars)；不想自己挑，就选一个[月租套餐](/pricing-tiers)，车由我们来配。租期 ${shortestRentalDays} 天起，最长 ${longestRentalMonths} 个月，取车日在 ${latestPickupMonths} 个月以内都行。`,
      },
      {
        when: "今天",
        title: "提交申请",
        text: "填好姓名、邮箱和送车地址，总价逐项列明。确认邮箱之后，我们会尽量为您保留这段日期。",
        due: {
          title: `${nothing}，先不收款`,
          text: "银行卡号不会传到我们这里，我们只记下您想用哪种方式付款。",
        },
        points: [
          {
            title: "立即预订",
            text: "有账户可以五步完成预订：上传驾照，选好保险和付款方式。多数车辆完成后即可确认，部分车辆须由车主答复。",
          },
          { title: "取消", text: "订单待确认时，点邮件里的链接就能免费取消。" },
        ],
      },
      {
        when: `${promisedTimes.requestHours} 小时内`,
        title: "等我们答复",
        text: "我们发邮件告诉您：哪辆车、何时何地交车。针对某一辆车的申请，如果到时无人答复，会自动失效。",
        due: { title: "首期款", text: "我们确认车辆后到期。" },
        points: [
          {
            title: "取消",
            text: `距取车 ${freeCancellationHours} 小时以上取消，全额退款；再晚，扣一天租金；过了取车日，每过一天多扣一天。`,
          },
        ],
      },
      {
        when: "取车当天",
        title: "送车上门",
        text: "在我们服务的八个城市，每天 9:00–20:00 都能送。核对驾照，双方一起记下里程。",
        due: { title: "不用付钱", text: "请备好驾照；自备责任险的，请备好保险证明。" },
      },
      {
        when: "用车期间",
        title: "开车上路",
        text: `选定车辆的，每月 ${miles} 英里；选套餐的，以各套餐写明的为准。里程按整个租期合并计算。机油、轮胎、尾气检测和车辆注册都不用您操心。路上出了状况，任何时间都能打电话，中英文都行。`,
        due: { title: "每月的租金", text: "油费或充电费、过路费、停车费和罚单由您承担。" },
        points: [
          {
            title: "碰撞险",
            text: includesCollision
              ? `前 ${covered} 位客户的租金已含碰撞险，您的订单上会写明是否包含。`
              : `仅限前 ${covered} 位客户，名额已满，新订单不再包含。`,
          },
          {
            title: "续租",
            text: `请在还车日前至少 ${extensionNoticeDays} 天提出。答复之前，我们尽量为您保留要续的日期；租期变长，优惠也可能更大。`,
          },
          {
            title: "提前还车",
            text: `提前 ${earlyReturn.noticeWeeks} 周通知，收取 ${earlyFee} 费用。头 ${earlyReturn.freeDays} 天内，两者都免：车不合适，还回来就是。`,
          },
        ],
      },
      {
        when: "还车当天",
        title: "交还钥匙",
        text: "我们上门收车，再一起记下里程。",
        due: {
          title: "超出的里程（如有）",
          text: `整个租期合计，超出部分每英里 ${mile}。没有超出就没有别的费用。`,
        },
      },
    ],
  },
  hosting: {
    title: "出租爱车，四步",
    lead: "车停着也是停着，不如让它挣点钱。",
    steps: [
      {
        title: "估一估",
        text: "看看[您的车能赚多少](/autowealth/)，按平台现有车价估算。",
      },
      { title: "申请", text: "注册车主账户，添加车辆，上传照片和证件。我们审核后发邮件答复。" },
      {
        title: "出租",
        text: "在日历里设好车哪些天可租。每份预订申请都会发到您的邮箱和车主中心，由您答复。",
      },
      { title: "收车", text: "交车和还车时，您拍照、记里程，原来是什么样，双方都清楚。" },
    ],
    more: "进一步了解出租爱车",
  },
  ask: { title: "还有不清楚的？", text: "[常见问题](/faq)里也许有答案。没有的话就问我们，中英文都可以。" },
});
