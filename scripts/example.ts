import { isTRPCClientError, type TRPCClientError } from '@trpc/client';
import type { AppRouter } from '#server/api/router.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  name: 'npm run example',
  purpose: `Orders the cheapest service through the API and follows the order until an admin has decided it. The script is
scripts/example-order.ts. The customer pays for the service's smallest order.`,
  word: { name: 'LINK', means: 'the link to order for (default: https://example.com/my-page)' },
  options: {},
  environment: {
    PANEL_USER: "the customer's user name",
    PANEL_PASSWORD: "the customer's password",
    PANEL_URL: "the panel's URL (default: http://localhost:3000)",
  },
  example: 'PANEL_USER=rahim PANEL_PASSWORD=… npm run example -- https://example.com/another-page',
});

try {
  await import('./example-order.ts');
} catch (error) {
  console.error(whyNot(error));
  process.exitCode = 1;
}

function whyNot(error: unknown): string {
  if (isTRPCClientError<AppRouter>(error)) return whatToDo(error);
  return error instanceof Error ? error.message : String(error);
}

function whatToDo({ message, data }: TRPCClientError<AppRouter>): string {
  const { PANEL_URL = 'http://localhost:3000', PANEL_USER = '' } = process.env;
  switch (data?.domainCode) {
    case undefined:
      return `No panel answers at ${PANEL_URL}: start it with npm start, or set PANEL_URL to where it is.`;
    case 'invalid_credentials':
      return 'The panel knows nobody by this name and password: set PANEL_USER and PANEL_PASSWORD to those of a customer.';
    case 'insufficient_balance':
      return `${PANEL_USER} has not enough balance: an admin gives it under Dashboard → Users, or Add Balance asks for it.`;
    default:
      return PANEL_USER ? message : 'Set PANEL_USER and PANEL_PASSWORD to those of a customer.';
  }
}
