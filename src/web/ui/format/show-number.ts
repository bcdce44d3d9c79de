/** "3,000": both languages group by thousands. */
export const showNumber = (count: number): string => count.toLocaleString("en-US");
