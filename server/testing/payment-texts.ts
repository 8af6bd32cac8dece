/** What a payment of Tk 504 to a phone says; taka with their decimals. */
export interface Paid {
  id: string;
  /** Taka. */
  amount?: string;
  /** Taka after it. */
  balance: string;
  payer?: string;
  /** Minutes before now. */
  ago?: number;
}

const pad = (value: number) => String(value).padStart(2, '0');

/** As bKash writes a time, in Dhaka. */
function timeOf(ago: number): string {
  const at = new Date(Date.now() + 6 * 3_600_000 - ago * 60_000);
  return `${pad(at.getUTCDate())}/${pad(at.getUTCMonth() + 1)}/${at.getUTCFullYear()} ${pad(at.getUTCHours())}:${pad(at.getUTCMinutes())}`;
}

/** A transaction id of bKash for today in Dhaka, with an ending of 7 letters and digits. */
export function idOfToday(ending: string): string {
  const now = new Date(Date.now() + 6 * 3_600_000);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUV';
  const year = String.fromCharCode(65 + now.getUTCFullYear() - 2023);
  return `${year}${String.fromCharCode(65 + now.getUTCMonth())}${digits[now.getUTCDate()]}${ending.padStart(7, '0')}`;
}

export const textOf = ({ id, amount = '504.00', balance, payer = '01700000001', ago = 0 }: Paid) =>
  `You have received Tk ${amount} from ${payer}. Fee Tk 0.00. Balance Tk ${balance}. TrxID ${id} at ${timeOf(ago)}`;
