import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { useSchemaForm } from './form.ts';
import { watchPresses } from './press.ts';

test('the values at the time of the click are sent, however fast the user continues to type, also in an old browser', async () => {
  watchPresses();
  vi.stubGlobal('structuredClone', undefined);
  const step = z.object({ text: z.string() });
  const schema = z.object({ link: z.string(), steps: z.array(step) });
  const { result } = renderHook(() => useSchemaForm(schema, { link: '', steps: [{ text: 'first' }] }));
  const { register, setValue, handleSubmit } = result.current;
  register('link');
  setValue('link', 'as pressed');
  const sent: z.output<typeof schema>[] = [];
  window.dispatchEvent(new Event('pointerdown'));
  const submitted = handleSubmit((values) => void sent.push(values))();
  setValue('link', 'typed after it');
  setValue('steps.0.text', 'typed after it');
  await act(async () => {
    window.dispatchEvent(new Event('pointerup'));
    await submitted;
  });
  expect(sent).toEqual([{ link: 'as pressed', steps: [{ text: 'first' }] }]);
  vi.unstubAllGlobals();
});
