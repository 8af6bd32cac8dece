import { inReadersDigits } from '../i18n/grouped.ts';

/**
 * An amount of a supplier in the reader's digits: "$1,234.50", or "1,234.50 INR" in another currency.
 * @param decimal plain decimal text
 */
export function formatUnits(decimal: string, currency: string): string {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d*)(?:\.(\d*))?$/.exec(decimal) ?? [];
  const grouped = (whole || '0').replace(/\B(?=(\d{3})+$)/g, ',');
  const amount = `${grouped}.${fraction.padEnd(2, '0')}`;
  const minus = sign && '−';
  return inReadersDigits(currency === 'USD' ? `${minus}$${amount}` : `${minus}${amount} ${currency}`);
}
