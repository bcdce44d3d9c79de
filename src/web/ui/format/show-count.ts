/** "3,000": both languages group by thousands. */
export const showCount = (count: number): string => count.toLocaleString("en-US");
