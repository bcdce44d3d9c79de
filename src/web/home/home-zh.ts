import { brand } from "#domain/brand.ts";
import { carNameIn } from "#domain/cars/brand-names.ts";
import { formatDate } from "#domain/dates.ts";
import { formatMoney } from "#domain/money.ts";
import { carMonthlyMiles, extraMilePrice } from "#domain/pricing/pricing.ts";
import { longestRentalMonths, shortestRentalDays } from "#domain/pricing/rental-length.ts";
import {
  promisedTimes,
  driverTerms,
  earlyReturn,
  extensionNoticeDays,
} from "#domain/pricing/rental-terms.ts";
import { comparedOn, comparisonSources } from "./comparison-sources.ts";
import type { HomeContent, HomeFigures } from "./home-content.ts";
import { tideSteps } from "./tide-steps.ts";

// oxlint-disable-next-line max-lines-per-function -- all words of one page
export const home = ({ lowest, example, isTaxed, moreQuestions }: HomeFigures): HomeContent => ({
  steps: {
    title: "三步就能上路",
    items: [
      { title: "选城市，选车", text: "从旧金山到圣何塞，共八个城市。每辆车都标明月租价和可租日期。" },
      {
        title: "定好租几个月",
        text: `${shortestRentalDays} 天起租。提交前先看清全部费用。可立即预订，也可先提交申请：我们 ${promisedTimes.requestHours} 小时内答复，确认之前不收费。`,
      },
      {
        title: "送车上门",
        text: `每天 9:00–20:00 送车。取车前需要：账户（驾照已审核）、自有责任险的证明（选用我们保险的除外）、签署协议、支付首期款。想多租一阵，至少提前 ${extensionNoticeDays} 天告诉我们，前后最长可租 12 个月。`,
      },
    ],
  },
  outings: {
    title: "每月一千英里，能开很远",
    lead: "从山景城出发的单程距离（约数），以及适合走这一趟的车型。",
    items: [
      {
        id: "half-moon-bay",
        name: "半月湾",
        miles: "30 英里",
        text: "翻过山，去看日落。",
        cars: "看纯电车",
        category: "Electric",
      },
      {
        id: "santa-cruz",
        name: "圣克鲁斯",
        miles: "37 英里",
        text: "先逛海边木栈道，再穿过红杉林回家。",
        cars: "看轿车",
        category: "Sedan",
      },
      {
        id: "muir-woods",
        name: "缪尔红杉林",
        miles: "53 英里",
        text: "穿过旧金山，跨过金门大桥。",
        cars: "看紧凑型车",
        category: "Compact",
      },
      {
        id: "napa",
        name: "纳帕谷",
        miles: "80 英里",
        text: "在葡萄园间的小路上慢慢开。",
        cars: "看豪华车",
        category: "Luxury",
      },
      {
        id: "yosemite",
        name: "优胜美地",
        miles: "185 英里",
        text: "周五晚上出发。",
        cars: "看 MPV",
        category: "Minivan",
      },
      {
        id: "tahoe",
        name: "太浩湖",
        miles: "215 英里",
        text: "冬天滑雪，七月游泳。",
        cars: "看 SUV",
        category: "SUV",
      },
    ],
  },
  cities: "各城市的车",
  tide: example && {
    title: "租得越久，每月越便宜",
    lead: `以 ${example.year} 年款${carNameIn(example.name, "zh")} 为例，不同租期的每月价格${isTaxed ? "（未含税）" : ""}如下。`,
    steps: tideSteps(example.monthlyPrice, "zh", {
      length: (from, until) =>
        until === undefined ? `${from} 个月以上` : from === until ? `${from} 个月` : `${from}–${until} 个月`,
      off: (percent) => (percent ? `优惠 ${percent}%` : "月租价"),
    }),
  },
  why: {
    title: "这些都不用您操心",
    facts: [
      {
        figure: "US$0",
        title: "免押金、免手续费、无需 SSN",
        text: isTaxed
          ? "手续费为零。下单前即可看到每项税费的名称和全部价格。"
          : "看到的价格就是账单上的价格。手续费和税费单独列出，都是零。",
      },
      {
        figure: `${earlyReturn.freeDays} 天`,
        title: "无忧退车",
        text: "车不合适？头一周内可以直接退还，不收手续费，也不用提前通知，只付用过的天数。",
      },
      {
        figure: "免费",
        title: "免费上门送车、收车",
        text: "送到您家或公司，用完上门收车，每天 9:00–20:00。",
      },
      {
        figure: "24/7",
        title: "中英双语，随时有人接听",
        text: "抛锚、爆胎，或者看不懂的停车牌，任何时候都可以打电话给我们。",
      },
    ],
  },
  versus: {
    title: "和其他方式比一比",
    ours: brand.name.zh,
    rental: "传统租车",
    sharing: "共享汽车",
    rows: [
      {
        about: "一个月多少钱",
        ours: isTaxed ? `${lowest} 起，如有税费另计` : `${lowest} 起，所见即所付`,
        rental: "按日或按周计价，税费、杂费和保险另算",
        sharing: "按小时或按天计价，另有会员费或服务费",
      },
      { about: "押金", ours: "不收", rental: "通常在柜台冻结信用卡额度", sharing: "部分行程和高档车型要交" },
      {
        about: `${driverTerms.age}–24 岁`,
        ours: "与所有人同价",
        rental: "通常按天加收年轻驾驶人费",
        sharing: "多半加价，可选车型也少",
      },
      {
        about: "刚到美国",
        ours: "无需 SSN，外国驾照可用",
        rental: "需在柜台出示信用卡和护照",
        sharing: "要审核驾驶记录，外国驾照等待更久",
      },
      {
        about: "里程",
        ours: `每月 ${carMonthlyMiles.toLocaleString("zh-CN")} 英里，全程累计；超出每英里 ${formatMoney(extraMilePrice, "zh")}`,
        rental: "多为不限里程，长租可能有限额",
        sharing: "按天限里程，超出按英里计费",
      },
      {
        about: "怎么取车",
        ours: "免费送到门口",
        rental: "在营业时间到柜台办理",
        sharing: "走到停车点自取，送车另收费",
      },
      {
        about: "能租多久",
        ours: `${shortestRentalDays} 天至 ${longestRentalMonths} 个月，租得越久每月越便宜`,
        rental: "一天到一两个月，到期再签",
        sharing: "适合几小时到几天",
      },
    ],
    note: `以上为我们截至 ${formatDate(comparedOn, "zh")} 所了解的各大公司常见做法，链接指向对方页面。各地条款不同，也会变动，决定之前请以对方页面为准。`,
    sources: comparisonSources,
  },
  voices: {
    title: "租车可以是这样的",
    note: "以下为我们编写的示例，人物均为虚构。有了租客的真实评价，我们就会换上。",
    items: [
      {
        quote: "周日落地，周二车就送到了公寓楼下。刚来没有信用记录，也没人跟我要。",
        name: "小林",
        what: "刚到桑尼维尔，租了三个月",
      },
      {
        quote: "最后一页的总价，和第一页一模一样。我特意看了两遍。",
        name: "Marcus",
        what: "从弗里蒙特通勤，租了七个月",
      },
      {
        quote: "一个学期，一辆车，回国前还掉。比买车省钱，比等公交省心。",
        name: "Ananya",
        what: "帕洛阿尔托的学生，租了四个月",
      },
    ],
  },
  questions: { title: "常见问题", all: "查看全部问题", more: `展开其余 ${moreQuestions} 个问题` },
});
