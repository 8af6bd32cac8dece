/** Opens the phone's dialler with a USSD code. `#` would start a fragment in an address, so it is sent as %23. */
export function telLink(ussdCode: string): string {
  return `tel:${ussdCode.replaceAll('#', '%23')}`;
}
