export { formatAmount, formatBalance, formatDollars, formatTaka } from '#shared/money.ts';
