import { and, eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { auditEntries } from '#db/schema/audit.ts';
import { images } from '#db/schema/images.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { testApp } from '../../testing/app.ts';
import { makePaymentMethod, makeService } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { deleteUnusedImages } from './delete-unused-images.ts';

const app = await testApp();
const admin = await app.createAdminUser();

let shade = 0;
/** A different one each time. */
const picture = (width = 30, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: { r: ++shade, g: 100, b: 200 } } });
const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#000', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  });
const upload = (bytes: Buffer) => admin.client.admin.images.upload.mutate({ data: bytes.toString('base64') });
const open = (path: string, headers: Record<string, string> = {}) => fetch(app.url + path, { headers });
const bytesAt = async (path: string) => Buffer.from(await (await open(path)).arrayBuffer());

describe('an image', () => {
  test.each([
    ['png', 'image/png', () => picture().png().toBuffer()],
    ['jpg', 'image/jpeg', () => picture().jpeg().toBuffer()],
    ['webp', 'image/webp', () => picture().webp().toBuffer()],
  ])('of the type %s is stored and public, with a permanent cache time', async (type, contentType, make) => {
    const { path, width, height } = await upload(await make());
    expect(path).toMatch(new RegExp(`^/images/[0-9a-f]{64}\\.${type}$`));
    expect([width, height]).toEqual([30, 20]);
    const answer = await open(path);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': contentType,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const etag = answer.headers.get('etag') ?? '';
    expect(path).toContain(etag.replaceAll('"', ''));
    expect((await open(path, { 'if-none-match': etag })).status).toBe(304);
    expect(await sharp(await bytesAt(path)).metadata()).toMatchObject({ width: 30, height: 20 });
  });

  test('is re-encoded: rotated, made smaller, and without metadata', async () => {
    const secret = 'taken at 23.8103 N, 90.4125 E';
    const photo = await picture(1500, 900)
      .withExif({ IFD0: { ImageDescription: secret } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const withTail = Buffer.concat([photo, Buffer.from('<script>alert(1)</script>')]);
    expect(withTail.includes('23.8103')).toBe(true);
    const { path, width, height } = await upload(withTail);
    expect([width, height]).toEqual([614, 1024]);
    const kept = await bytesAt(path);
    expect(kept.includes('23.8103') || kept.includes('script')).toBe(false);
    expect(await sharp(kept).metadata()).not.toHaveProperty('exif');
  });

  test('is stored once, however often it is uploaded, and audited once', async () => {
    const bytes = await picture().png().toBuffer();
    const [one, other] = [await upload(bytes), await upload(bytes)];
    expect(other).toEqual(one);
    const digest = /([0-9a-f]{64})/.exec(one?.path ?? '')?.[0] ?? '';
    expect(await app.db.$count(images, eq(images.digest, digest))).toBe(1);
    const written = await app.db
      .select()
      .from(auditEntries)
      .where(and(eq(auditEntries.action, 'image.upload'), eq(auditEntries.subjectName, one?.path ?? '')));
    expect(written).toMatchObject([{ adminId: admin.user.id, after: { type: 'png', width: 30, height: 20 } }]);
  });

  test('with few colours that would grow is stored as WebP', async () => {
    const few = await noise(900, 600).png({ palette: true, colours: 4 }).toBuffer();
    expect(few.length).toBeLessThan(512 * 1024);
    const { path } = await upload(few);
    expect(path).toMatch(/\.(png|webp)$/);
    expect((await bytesAt(path)).length).toBeLessThanOrEqual(512 * 1024);
  });
});

describe('a refused image', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const notOurs = 'The picture must be a PNG, JPEG or WebP file';
  const broken = "The picture can't be read: it may be broken";
  const png = () => picture().png().toBuffer();

  test.each<[string, () => Buffer | Promise<Buffer>, string]>([
    ['an SVG', () => Buffer.from(svg), notOurs],
    ['an SVG that begins as a JPEG', () => Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.from(svg)]), broken],
    ['a GIF', () => picture().gif().toBuffer(), notOurs],
    ['a TIFF', () => picture().tiff().toBuffer(), notOurs],
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), notOurs],
    ['a single byte', () => Buffer.from([0x89]), notOurs],
    ['the beginning of a PNG', async () => (await png()).subarray(0, 60), broken],
    ['a PNG with its content damaged', async () => damaged(await png()), broken],
    ['one too wide', () => picture(4097, 1).png().toBuffer(), 'The picture must be at most 4096 pixels wide and high'],
    ['a bomb', () => claiming(60_000, 60_000), broken],
    ['a bomb that is within the edge and unfolds to nothing', () => claiming(4096, 4096), broken],
    ['a GIF with 10,000 frames', () => gifOf(10_000), notOurs],
    ['a GIF with 10,000 frames that begins as a PNG', () => begun('89504e470d0a1a0a', gifOf(10_000)), broken],
    ['a PDF that begins as a WebP', () => begun('524946460000000057454250', Buffer.from('%PDF-1.7')), broken],
    ['NULs', () => Buffer.alloc(500_000), notOurs],
  ])('%s', async (_, make, message) => {
    const refusal = await refusalOf(upload(await make()));
    expect(refusal).toMatchObject({ code: 'bad_input', message });
  });

  test('more than 512 kB, or than a body may have', async () => {
    const { code, message } = await refusalOf(upload(Buffer.alloc(512 * 1024 + 3, 1)));
    expect([code, message]).toEqual(['bad_input', 'The picture must be at most 512 kB']);
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const { status } = await app.post('admin.images.upload', { data: 'A'.repeat(1_000_000) }, { headers });
    expect(status).toBe(413);
  });

  test.each([
    '/images/',
    '/images/x.png',
    `/images/${'0'.repeat(64)}.png`,
    `/images/${'0'.repeat(64)}.svg`,
    '/images/..%2fx',
  ])('does not reveal missing files: %s', async (path) => {
    const answer = await open(path);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/json');
    expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
  });

  test('costs bounded time and memory, whatever its header claims', async () => {
    const files = [await claiming(4096, 4096), await claiming(60_000, 60_000), begun('ffd8ff', gifOf(10_000))];
    await refusalOf(upload(gifOf(1)));
    const [startedMs, before] = [process.cpuUsage(), process.memoryUsage().rss];
    for (const file of files) expect((await refusalOf(upload(file))).code).toBe('bad_input');
    const { user, system } = process.cpuUsage(startedMs);
    // The decoded size of the largest image, and some room for the tests themselves.
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6);
    expect((user + system) / 1e6).toBeLessThan(5);
  });

  test('a polyglot keeps only its pixels', async () => {
    const page = '<script>alert(document.domain)</script>';
    const { path } = await upload(Buffer.concat([await png(), Buffer.from(page)]));
    expect((await bytesAt(path)).includes(page)).toBe(false);
    const answer = await open(path);
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('an animated WebP keeps only its first frame', async () => {
    const frames = Buffer.concat(Array.from({ length: 3 }, (_, at) => Buffer.alloc(20 * 20 * 3, at * 80)));
    const raw = { width: 20, height: 60, channels: 3, pageHeight: 20 } as const;
    const moving = await sharp(frames, { raw })
      .webp({ loop: 0, delay: [10, 10, 10] })
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(3);
    const { path, height } = await upload(moving);
    expect([height, (await sharp(await bytesAt(path)).metadata()).pages ?? 1]).toEqual([20, 1]);
  });

  /** The smallest possible image with this many frames. */
  function gifOf(frames: number): Buffer {
    const head = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('01000100800000000000ffffff', 'hex')]);
    const frame = Buffer.from('21f9040001000000002c0000000001000100000202440100', 'hex');
    return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])]);
  }

  function begun(hex: string, rest: Buffer): Buffer {
    return Buffer.concat([Buffer.from(hex, 'hex'), rest]);
  }

  /** The lengths and checksums of the PNG chunks do not match. */
  function damaged(file: Buffer): Buffer {
    const at = file.indexOf('IDAT') + 8;
    return Buffer.concat([file.subarray(0, at), Buffer.alloc(8, 0x55), file.subarray(at + 8)]);
  }

  /** A few bytes whose header claims this size. */
  async function claiming(width: number, height: number): Promise<Buffer> {
    const file = Buffer.from(await png());
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return file;
  }
});

test('twenty images at once delay no login: one is encoded at a time, and too many get busy', async () => {
  const customer = await app.registerUser();
  const large = await noise(2500, 2500).jpeg({ quality: 1, progressive: true }).toBuffer();
  let made = 0;
  const uploads = Array.from({ length: 20 }, async () => {
    const { path } = await upload(large);
    made++;
    return path;
  });
  const outcomes = Promise.allSettled(uploads);
  await expect.poll(() => made).toBeGreaterThan(0);
  const { userName } = customer.user;
  await app.client().auth.login.mutate({ userName, password: customer.password });
  expect(made).toBeLessThan(10);
  const refusals = (await outcomes).filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason);
  expect(refusals.length).toBeGreaterThan(0);
  for (const { data } of refusals)
    expect(data).toMatchObject({ domainCode: 'busy', details: { retryAfterSeconds: 5 } });
});

test('services and payment methods show an uploaded image, and older clients get its full URL', async () => {
  const { path } = await upload(await picture().png().toBuffer());
  const { id } = await makeService(app.db);
  const { deletedAt: _, ...fields } = await admin.client.admin.services.get.query({ id });
  const { name, description, category, priceMicros, min, max, avgTimeHours } = fields;
  const typed = { id, name, description, category, priceMicros, min, max, avgTimeHours };
  const updated = await admin.client.admin.services.update.mutate({ ...typed, image: path });
  expect(updated.image).toBe(path);
  const [seen] = (await app.client().services.list.query({})).items.filter((service) => service.id === id);
  expect(seen?.image).toBe(path);
  const older = (await (await fetch(`${app.url}/api/v1/service/getAll`)).json()) as {
    data: { _id: string; image: string }[];
  };
  expect(older.data.find(({ _id }) => _id === String(id))?.image).toBe(app.deps.config.publicUrl + path);
  for (const image of ['/images/x.png', '/elsewhere.png', '//evil.example/a.png', `${path}?x`]) {
    expect((await refusalOf(admin.client.admin.services.update.mutate({ ...typed, image }))).code).toBe('bad_input');
  }
  const file = `id,image\n${id},${path}`;
  expect((await admin.client.admin.services.import.mutate({ csv: file, apply: false })).counts.unchanged).toBe(1);
});

test('unused images are deleted after 30 days, and used ones never', async () => {
  const paths: string[] = [];
  for (let nth = 0; nth < 5; nth++) paths.push((await upload(await picture().png().toBuffer())).path);
  const [ofService, ofDeleted, ofMethod, unused, recent] = paths as [string, string, string, string, string];
  await makeService(app.db, { image: ofService });
  await makeService(app.db, { image: ofDeleted, deletedAt: new Date() });
  const method = await makePaymentMethod(app.db);
  await app.db.update(paymentMethods).set({ logo: ofMethod }).where(eq(paymentMethods.id, method.id));
  await app.db.execute(sql`
    update images set uploaded_at = now() - interval '31 days' where ${recent} not like '%' || digest || '%'`);
  await deleteUnusedImages(app.db);
  const statuses = await Promise.all(paths.map(async (path) => (await open(path)).status));
  expect(statuses).toEqual([200, 200, 200, 404, 200]);
  expect(unused).not.toBe(recent);
});
