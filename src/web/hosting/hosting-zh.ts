import { brand } from "#domain/brand.ts";
import { longStayPercent, monthsRented, yearPercent } from "#domain/hosting.ts";
import { shortestRentalDays } from "#domain/pricing/rental-length.ts";
import { promisedTimes, driverTerms } from "#domain/pricing/rental-terms.ts";
import type { HostingContent } from "./hosting-content.ts";

export const hosting = (platformSharePercent: number): HostingContent => ({
  hero: {
    title: ["您不开的时候，", "让它去挣钱。"],
    lead: "车停着，每个月照样花钱。按月租给一个人用，就能挣回一些。",
    button: "申请出租",
  },
  estimate: {
    title: "您的车能赚多少？",
    lead: "根据平台今天的车价估算，不是承诺。",
    how: {
      title: "我们怎么算",
      points: [
        "先看平台上同款的车；没有同款，就看同类车身的；再没有，就看同品牌的。结果里会写明用的是哪一种、有几辆。",
        `按您的车龄调整价格（每差一个年款 ${yearPercent}%），再取中位数；您所在的城市有三辆以上时，当地价格占一半。`,
        `一年按租出 ${monthsRented.low} 到 ${monthsRented.high} 个月算，价格取租满三个月的优惠价（优惠 ${longStayPercent}%）。`,
        `我们的分成是 ${platformSharePercent}%。填写车辆信息时就能看到您实得多少；每份订单都按下单时的分成结算。`,
        "您自己的成本还要另外扣除：保险、保养、注册费、税费和车辆折旧。",
      ],
    },
  },
  deal: {
    title: "双方分工",
    you: {
      title: "您",
      points: [
        {
          title: "说好哪些天可租",
          text: `一次至少一个月（${shortestRentalDays} 天），自己要用的日子，在车辆日历里留出来就行。`,
        },
        {
          title: "逐单确认",
          text: `每份预订申请都会发到您的邮箱和车主中心，写明日期和您的收入，您在 ${promisedTimes.requestHours} 小时内答复。`,
        },
        {
          title: "交车、收车",
          text: "在您的交车地址，或与租客约好的地点；交车和还车都拍照、记里程。",
        },
        { title: "保持车况", text: "按时换机油、查轮胎、做尾气检测，注册和保险不过期。" },
      ],
    },
    we: {
      title: brand.name.zh,
      points: [
        {
          title: "找租客",
          text: `年满 ${driverTerms.age} 岁，驾龄 ${driverTerms.yearsOfDriving} 年以上，交车前核对驾照。`,
        },
        { title: "办好手续", text: "租车协议由租客与我们签订，每次租用的照片和里程都有存档。" },
        { title: "收款和结算", text: "租客付给我们，我们把您的分成付给您。" },
      ],
    },
  },
  apply: {
    title: "怎么申请",
    text: "想用公司名义出租？用车指南里讲了[怎样注册 LLC](/autoedu#llc)。",
    steps: [
      { title: "注册车主账户", text: "填姓名、邮箱和密码，这就是申请。已有账户的话，登录后点一下即可。" },
      {
        title: "添加车辆",
        text: "在“车主中心”填写车辆信息和价格，上传注册证、保险单和至少五张照片。边填边自动保存。",
      },
      { title: "我们审核您和车辆", text: "结果通过邮件告知。两项都通过，车就上架。" },
    ],
    button: "申请出租",
    ask: "先问问我们",
  },
});
