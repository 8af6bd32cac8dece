import { screen } from '@testing-library/react';
import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import { renderScreen } from '../testing/render-screen.tsx';
import { ErrorState } from './error-state.tsx';

const TRACE_ID = '0198c0de-0000-7000-8000-000000000001';

test('an unexpected error shows the id in the log', () => {
  renderScreen(<ErrorState error={answered('internal')} />);
  expect(screen.getByRole('alert').textContent).toContain(`Request ${TRACE_ID}`);
});

test('an expected error says what to do, without an id', () => {
  renderScreen(<ErrorState error={answered('not_found')} />);
  expect(screen.getByRole('alert').textContent).not.toContain(TRACE_ID);
});

/** A server error as the client receives it. */
function answered(domainCode: ErrorCode): TRPCClientError<never> {
  const data = { domainCode, fieldErrors: null, details: null, traceId: TRACE_ID };
  return TRPCClientError.from({ error: { message: 'A sentence.', code: -32603, data } });
}
