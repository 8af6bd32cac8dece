import { readFile } from 'node:fs/promises';
import type { inferRouterOutputs } from '@trpc/server';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import type { AppRouter } from '../api/router.ts';
import { postTo } from '../testing/http.ts';
import { launchServer } from '../testing/panel.ts';

const PATIENCE_MS = 300_000;
const EDGE = 4096;
const [userName, password] = ['admin', 'tulip cabin orbit 61'];

type SignedIn = inferRouterOutputs<AppRouter>['auth']['login'];

test.skipIf(process.platform !== 'linux')(
  "a worker's memory is within 100 MB of its start a minute after twenty of the largest images",
  { timeout: PATIENCE_MS },
  async () => {
    const panel = await launchServer({ ADMIN_USERNAME: userName, ADMIN_PASSWORD: password, PROCESSES: '1' });
    onTestFinished(panel.kill, PATIENCE_MS);
    await panel.ready();
    const post = postTo(panel.url);
    const { tokens } = (await post('auth.login', { userName, password })).data as SignedIn;
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const pictures = await makePictures();
    const upload = async (picture: Buffer | undefined) => {
      const { status } = await post('admin.images.upload', { data: picture?.toString('base64') }, { headers });
      expect(status).toBe(200);
    };
    // The first upload also loads the library.
    await upload(
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#000' } })
        .png()
        .toBuffer(),
    );
    const before = await residentBytes(panel.workerPid());
    for (let nth = 0; nth < 20; nth++) await upload(pictures[nth % pictures.length]);
    const grownBytes = async () => (await residentBytes(panel.workerPid())) - before;
    await expect.poll(grownBytes, { timeout: 60_000, interval: 1000 }).toBeLessThan(100e6);
  },
);

/** Small files that decode to the maximum number of pixels. */
async function makePictures(): Promise<Buffer[]> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const raw = await sharp({ create: { width: EDGE, height: EDGE, channels: 3, background: '#000', noise } })
    .raw()
    .toBuffer();
  const picture = () => sharp(raw, { raw: { width: EDGE, height: EDGE, channels: 3 } });
  return Promise.all([
    picture().webp({ quality: 1 }).toBuffer(),
    picture().jpeg({ quality: 1, progressive: true }).toBuffer(),
    picture().jpeg({ quality: 1 }).toBuffer(),
    picture().threshold(254).png({ palette: true, colours: 2, progressive: true }).toBuffer(),
  ]);
}

/** The resident memory of a process. */
async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}
