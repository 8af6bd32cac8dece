/** The digits of an integer with thousands separators: "12,500" for "12500", "-1,000" for "-1000". */
export function groupedDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}
