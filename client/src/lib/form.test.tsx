import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { useSchemaForm } from './form.ts';
import { watchPresses } from './press.ts';

test('the values at the time of the click are sent, however fast the user continues to type', async () => {
  watchPresses();
  const { result } = renderHook(() => useSchemaForm(z.object({ link: z.string() }), { link: '' }));
  const { register, setValue, handleSubmit } = result.current;
  register('link');
  setValue('link', 'as pressed');
  const sent: string[] = [];
  window.dispatchEvent(new Event('pointerdown'));
  const submitted = handleSubmit(({ link }) => void sent.push(link))();
  setValue('link', 'typed after it');
  await act(async () => {
    window.dispatchEvent(new Event('pointerup'));
    await submitted;
  });
  expect(sent).toEqual(['as pressed']);
});
