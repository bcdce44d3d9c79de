import type { GuideSection } from "./guide-content.ts";

export const llc: GuideSection[] = [
  {
    id: "llc-why",
    title: "为什么要注册 LLC？",
    isOpen: true,
    blocks: [
      {
        text: "LLC（有限责任公司）把您的个人财产和出租车辆的生意隔开。车出了事，原则上追究到公司的财产为止，不会直接牵连您的房子和存款。收入、支出和 1099 税表也都记在公司名下，报税清楚得多。",
      },
      { text: "只有一辆车、刚刚开始，不注册也可以出租爱车。有两辆以上，或者打算长期做，就值得考虑。" },
    ],
  },
  {
    id: "llc-cost",
    title: "要花多少钱？",
    blocks: [
      {
        table: "注册 LLC 的费用",
        head: ["项目", "金额"],
        rows: [
          ["州政府注册费（交给加州州务卿）", "约 US$70–$90，一次性"],
          ["平台代办注册服务（自愿选购）", "例如 US$199，一次性"],
          ["1099 税务支持（自愿选购）", "按年订阅"],
          ["EIN 税号申办、注册事项提醒", "免费"],
        ],
      },
      {
        text: "US$70 是组织章程（Articles of Organization）的费用，另有 US$20 的信息申报（Statement of Information），所以是 US$70–$90。此外，加州税局（FTB）对 LLC 每年收取至少 US$800 的年税，这笔钱和我们无关，但请务必算进成本：https://www.ftb.ca.gov",
      },
    ],
  },
  {
    id: "llc-steps",
    title: "自己办，分几步？",
    blocks: [
      {
        steps: [
          "起名：在州务卿网站查重，名字要以 LLC 结尾。",
          "指定一位在加州有地址的送达代理人（Agent for Service of Process），可以是您自己。",
          "在线提交 Articles of Organization，缴费，一般几个工作日批下来：https://www.sos.ca.gov",
          "90 天之内提交 Statement of Information，以后每两年一次。",
          "到 IRS 网站免费申请 EIN，当场就能拿到：https://www.irs.gov",
          "用 EIN 开一个公司银行账户，写一份运营协议（Operating Agreement），把车辆过户或租给公司，再通知保险公司。",
        ],
      },
    ],
  },
  {
    id: "llc-help",
    title: "不想自己跑，我们能帮什么？",
    blocks: [
      {
        points: [
          "代办注册：例如一次性 US$199，另加上面的州政府费用。我们准备材料、递交、跟进到批下来。",
          "EIN：免费代为申办。",
          "提醒：信息申报、年税、车辆注册和尾气检测，到期之前免费提醒。",
          "1099 税务支持：按年订阅，每年整理平台收入、核对 1099、给您的会计一份清楚的表。",
        ],
      },
      {
        text: "这些都是自愿选购，不买也一样可以[申请出租爱车](/autowealth/)。我们不是律师，也不是会计师，复杂的情况请找专业人士。要办，请[联系我们](/contact)。",
      },
    ],
  },
];
