const BENGALI_ZERO = '০'.charCodeAt(0);

/** `১২০` as `120`. */
export function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - BENGALI_ZERO));
}
