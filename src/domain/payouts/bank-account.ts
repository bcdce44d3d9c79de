/**
 * Whether nine digits are a routing number of a bank in the United States: the first two digits stand for a
 * Federal Reserve district, a thrift, electronic transfers or traveler's checks, and the last is the check digit
 * of the American Bankers Association (3, 7 and 1 times the digits sum to a multiple of ten).
 */
export function isRoutingNumber(text: string): boolean {
  if (!/^\d{9}$/.test(text)) return false;
  const district = Number(text.slice(0, 2));
  const isDistrict =
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  const weights = [3, 7, 1];
  const sum = [...text].reduce((total, digit, place) => total + Number(digit) * (weights[place % 3] ?? 0), 0);
  return isDistrict && sum % 10 === 0;
}

/** Whether it has the form of an account number: 4 to 17 digits, as the automated clearing house takes them. */
export const isAccountNumber = (text: string): boolean => /^\d{4,17}$/.test(text);

/** Digits that people write in groups, without the spaces and hyphens between them. */
export const bareDigits = (text: string): string => text.normalize("NFKC").replace(/[\s-]/g, "");
