import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect } from 'react';
import { type NavigateFunction, Route, Routes, useNavigate } from 'react-router-dom';
import { beforeEach, expect, test } from 'vitest';
import type { MethodsOut } from '#shared/balance.ts';
import { nanos, paisaPerDollar } from '#shared/money.ts';
import { toAddAmount } from '../../lib/amount-to-add.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { AddBalanceForm } from './add-balance-form.tsx';
import { forgetTypedDraft } from './recharge-draft.ts';

let navigate: NavigateFunction;

beforeEach(() => {
  startSignedIn(() => undefined);
  renderScreen(
    <>
      <Navigator />
      <Routes>
        <Route path="/add" element={<AddBalanceForm {...methods} />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    '/service',
  );
});

test('the missing amount of an order is filled in, rounded up', async () => {
  await act(async () => navigate('/add', { state: toAddAmount(nanos(1_234_560_000_001)) }));
  expect(amount().value).toBe('1300');
});

test('coming back shows the typed amount instead', async () => {
  await act(async () => navigate('/add', { state: toAddAmount(nanos(100_000_000)) }));
  await userEvent.clear(amount());
  await userEvent.type(amount(), '২০');
  expect(screen.getByText('$20.00')).toBeDefined();
  await act(async () => navigate('/payment'));
  await act(async () => navigate(-1));
  expect(amount().value).toBe('২০');
});

test('coming back keeps the terms ticked, until a recharge is requested', async () => {
  await act(async () => navigate('/add'));
  expect(acceptsTerms()).toBe(false);
  await userEvent.click(screen.getByLabelText('I accept the terms and conditions'));
  await act(async () => navigate('/payment'));
  await act(async () => navigate(-1));
  expect(acceptsTerms()).toBe(true);
  await act(async () => navigate('/payment'));
  forgetTypedDraft();
  await act(async () => navigate('/add'));
  expect(acceptsTerms()).toBe(false);
});

function Navigator() {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  });
  return null;
}

function acceptsTerms() {
  return screen.getByLabelText<HTMLInputElement>('I accept the terms and conditions').checked;
}

function amount() {
  return screen.getByLabelText<HTMLInputElement>('Amount in dollars');
}

const methods: MethodsOut = { rate: 126, ratePaisa: paisaPerDollar(12_600), feePercent: 1.85, methods: [] };
