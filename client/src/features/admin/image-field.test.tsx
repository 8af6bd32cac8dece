import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/fake-server.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { startSignedIn } from '../../testing/signed-in-browser.ts';
import { ImageField } from './image-field.tsx';

const PATH = `/images/${'a'.repeat(64)}.png`;
let answer: (data: unknown) => unknown;

beforeEach(() => {
  answer = () => ({ path: PATH, width: 1, height: 1 });
  startSignedIn((name, { data }) => (name === 'admin.images.upload' ? answer(data) : {}), {
    role: 'admin',
    matches: () => true,
  });
  renderScreen(<Form />);
});

function Form() {
  const [value, setValue] = useState('https://example.com/old.png');
  return <ImageField label="Logo" value={value} onChange={setValue} />;
}

const address = () => screen.getByLabelText<HTMLInputElement>(/^Logo(?!: file)/).value;
const choose = (bytes: string | Uint8Array<ArrayBuffer>, type = 'image/png') =>
  userEvent.upload(screen.getByLabelText('Logo: file'), new File([bytes], 'logo.png', { type }));

test('a chosen file is uploaded, and its path replaces the old one', async () => {
  const sent: unknown[] = [];
  answer = (data) => {
    sent.push(data);
    return { path: PATH, width: 1, height: 1 };
  };
  await choose('picture');
  await vi.waitFor(() => expect(address()).toBe(PATH));
  expect(sent).toEqual([btoa('picture')]);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(address()).toBe('');
});

test('a failed upload is reported next to the field, and the value stays', async () => {
  answer = () => {
    throw new Refusal('bad_input', 'The picture must be a PNG, JPEG or WebP file');
  };
  await choose('no picture');
  await screen.findByText('The picture must be a PNG, JPEG or WebP file');
  expect(address()).toBe('https://example.com/old.png');
  answer = () => {
    throw new Error('nothing is sent');
  };
  await choose(new Uint8Array(512 * 1024 + 1));
  await screen.findByText('The picture must be at most 512 kB');
  expect(address()).toBe('https://example.com/old.png');
});
