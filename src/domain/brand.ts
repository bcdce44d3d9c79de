/** The product's name and addresses that every room shows. It stands here and nowhere else. */
export const brand = {
  name: { en: "Longbay", zh: "长湾月租" },
  /** What else people type for the name. */
  alsoCalled: ["长湾", "長灣", "changwan"],
  region: { en: "San Francisco Bay Area", zh: "旧金山湾区" },
  timeZone: "America/Los_Angeles",
  currency: "USD",
} as const;
