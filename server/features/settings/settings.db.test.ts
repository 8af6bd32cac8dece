import { describe, expect, test } from 'vitest';
import { paymentMethods, settings as settingsTable } from '#db/schema/settings.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { paisaPerDollar } from '#shared/money.ts';
import { initialSettings } from '#shared/settings.ts';
import { type SignedInUser, startTestApp, testApp } from '../../testing/app.ts';
import { DOLLAR, makeRecharge } from '../../testing/factories.ts';
import { refusalOf } from '../../testing/refusal.ts';

const app = await testApp({ env: { PASSWORD_MIN_LENGTH: '9' } });
await seedEssentials(app.db);
const admin = await app.createAdminUser();
const customer = await app.registerUser();

const changed = {
  ...initialSettings,
  linkFit: 'note' as const,
  ratePaisa: paisaPerDollar(12_750),
  feeBasisPoints: 0,
  chatUrl: 'https://t.me/our_support',
  supportEmail: 'help@shop.example',
  videoUrls: ['https://www.youtube.com/watch?v=1', 'https://www.youtube.com/watch?v=2'],
  servicesOffset: 0,
  ordersOffset: 1,
  usersOffset: 2,
  timeZone: 'Asia/Kathmandu',
};

const upay = {
  name: 'Upay',
  kind: 'mobile' as const,
  ussdCode: '*268#',
  recipient: '01XXX-XXXXXX',
  stepsBn: ['{number} লিখুন।'],
  stepsEn: ['Enter {number}.'],
  logo: '/payments/upay.svg',
  active: true,
  position: 9,
};

describe('settings', () => {
  test('begin with the shop’s usual figures and without links', async () => {
    expect(await admin.client.admin.settings.get.query()).toEqual({
      ...initialSettings,
      linkFit: 'refuse',
      ratePaisa: 12_600,
      feeBasisPoints: 185,
      chatUrl: null,
      supportEmail: null,
      videoUrls: [],
      servicesOffset: 500,
      ordersOffset: 1383,
      usersOffset: 1200,
      timeZone: 'Asia/Dhaka',
    });
  });

  test('are changed by an admin, and everybody sees the links and no more', async () => {
    expect(await admin.client.admin.settings.update.mutate(changed)).toEqual(changed);
    expect(await admin.client.admin.settings.get.query()).toEqual(changed);
    const production = await startTestApp({
      env: {
        NODE_ENV: 'production',
        JWT_SECRET: 'a secret of the test, long enough',
        PUBLIC_URL: 'https://panel.example',
      },
    });
    const told = await production.client().settings.public.query();
    expect(told).toMatchObject({ publicUrl: 'https://panel.example', offersSamples: false });
    await production.close();
    expect(await app.client().settings.public.query()).toEqual({
      chatUrl: changed.chatUrl,
      supportEmail: changed.supportEmail,
      videoUrls: changed.videoUrls,
      timeZone: changed.timeZone,
      openingHours: '',
      shopName: 'Reseller Panel',
      heroTitle: initialSettings.heroTitle,
      heroText: initialSettings.heroText,
      contact: initialSettings.contact,
      footerText: initialSettings.footerText,
      logo: null,
      passwordMinLength: 9,
      offersSamples: true,
    });
    expect((await customer.client.balance.methods.query()).ratePaisa).toBe(12_750);
  });

  test('keep the support address and the time zone of a caller who does not name them, and lose the address to one who takes it away', async () => {
    const { supportEmail, timeZone, ...others } = changed;
    expect(await admin.client.admin.settings.update.mutate(others)).toMatchObject({ supportEmail, timeZone });
    expect(await admin.client.admin.settings.update.mutate({ ...changed, supportEmail: null })).toMatchObject({
      supportEmail: null,
    });
    await admin.client.admin.settings.update.mutate(changed);
  });

  // The database knows more than IANA's names ('localtime'), and a browser's list may have names that it does not know.
  test.each([
    'Asia/Atlantis',
    '+06:00',
    'localtime',
    '<+07>-07',
    'Asia/Dhaka; drop table settings',
    'A'.repeat(60_000),
  ])('take no time zone that is none: no. %$', async (timeZone) => {
    expect(await refusalOf(admin.client.admin.settings.update.mutate({ ...changed, timeZone }))).toMatchObject({
      code: 'bad_input',
      fieldErrors: { timeZone: ['Unknown time zone'] },
    });
    expect(await admin.client.admin.settings.get.query()).toEqual(changed);
  });

  test('a time zone that the database does not know is refused by it', async () => {
    await expect(app.db.update(settingsTable).set({ timeZone: 'Asia/Atlantis' })).rejects.toThrow();
  });

  test('of which the admin saw something else are left as they are, and who changed them is told', async () => {
    const second = await app.createAdminUser();
    const seen = await admin.client.admin.settings.get.query();
    const theirs = { ...changed, ratePaisa: paisaPerDollar(13_000) };
    await second.client.admin.settings.update.mutate({ ...theirs, expectedSettings: { ratePaisa: seen.ratePaisa } });
    const mine = { ...changed, ratePaisa: paisaPerDollar(14_000) };
    const stale = { ratePaisa: seen.ratePaisa, feeBasisPoints: seen.feeBasisPoints };
    expect(
      await refusalOf(admin.client.admin.settings.update.mutate({ ...mine, expectedSettings: stale })),
    ).toMatchObject({
      code: 'settings_changed',
      httpStatus: 409,
      details: { changedBy: second.user.userName, changedAt: expect.stringMatching(/^\d{4}-/) },
    });
    expect(await admin.client.admin.settings.get.query()).toMatchObject({ ratePaisa: 13_000 });
    // Another section's fields are nothing that this one has seen, nor anything it would overwrite.
    const links = { ...theirs, chatUrl: 'https://t.me/other', expectedSettings: { chatUrl: seen.chatUrl } };
    expect(await admin.client.admin.settings.update.mutate(links)).toMatchObject({ chatUrl: links.chatUrl });
    await admin.client.admin.settings.update.mutate(changed);
  });

  test('saved by two at the same moment: one wins, the other is told', async () => {
    const second = await app.createAdminUser();
    for (let round = 0; round < 10; round++) {
      const { ordersOffset } = await admin.client.admin.settings.get.query();
      const save = ({ client }: SignedInUser, by: number) =>
        client.admin.settings.update.mutate({
          ...changed,
          ordersOffset: ordersOffset + by,
          expectedSettings: { ordersOffset },
        });
      const answers = await Promise.allSettled([save(admin, 1), save(second, 2)]);
      expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    }
    await admin.client.admin.settings.update.mutate(changed);
  });

  test('take no link that is none, no rate of 0 and no fourth video', async () => {
    const wrong = {
      chatUrl: 'javascript:alert(1)',
      supportEmail: 'nobody',
      ratePaisa: paisaPerDollar(0),
      videoUrls: Array(4).fill('https://example.com/v') as string[],
    };
    expect(await refusalOf(admin.client.admin.settings.update.mutate({ ...changed, ...wrong }))).toMatchObject({
      code: 'bad_input',
      httpStatus: 400,
      fieldErrors: {
        chatUrl: ['Must be an http or https address'],
        supportEmail: ['Invalid email address'],
        ratePaisa: ['The rate must be more than 0'],
        videoUrls: ['At most 3 videos'],
      },
    });
    expect(await admin.client.admin.settings.get.query()).toEqual(changed);
  });
});

describe('payment methods', () => {
  const list = () => admin.client.admin.paymentMethods.list.query();

  test('are listed in the order customers see them', async () => {
    expect((await list()).map(({ name }) => name)).toEqual(['Bkash', 'Nagad', 'Rocket', 'Binance', 'stc']);
  });

  test('are made, changed, switched off and deleted', async () => {
    const made = await admin.client.admin.paymentMethods.save.mutate(upay);
    expect(made).toEqual({ ...upay, accounts: [], id: made.id });
    expect((await list()).at(-1)).toEqual(made);
    const offered = async () => (await customer.client.balance.methods.query()).methods.map(({ name }) => name);
    expect(await offered()).toContain('Upay');

    const off = { ...made, name: 'UPAY', active: false, position: 0 };
    expect(await admin.client.admin.paymentMethods.save.mutate(off)).toEqual(off);
    expect((await list()).at(0)).toEqual(off);
    expect(await offered()).not.toContain('UPAY');

    expect(await admin.client.admin.paymentMethods.delete.mutate({ id: made.id })).toEqual({ ok: true });
    expect((await list()).map(({ id }) => id)).not.toContain(made.id);
    const gone = { code: 'not_found', httpStatus: 404 };
    expect(await refusalOf(admin.client.admin.paymentMethods.delete.mutate({ id: made.id }))).toMatchObject(gone);
    expect(await refusalOf(admin.client.admin.paymentMethods.save.mutate(off))).toMatchObject(gone);
  });

  test('of which the admin saw something else are left as they are, and who changed them is told', async () => {
    const second = await app.createAdminUser();
    const { id, ...seen } = await admin.client.admin.paymentMethods.save.mutate({ ...upay, name: 'Tap' });
    const save = ({ client }: SignedInUser, recipient: string, expectedMethod = seen) =>
      client.admin.paymentMethods.save.mutate({ ...seen, id, recipient, expectedMethod });
    const theirs = await save(second, '01899-000000');
    expect(await refusalOf(save(admin, '01799-111111'))).toMatchObject({
      code: 'settings_changed',
      httpStatus: 409,
      details: { changedBy: second.user.userName, changedAt: expect.stringMatching(/^\d{4}-/) },
    });
    expect(await list()).toContainEqual(theirs);
    // An answer that was lost on its way is asked for again.
    expect(await save(second, '01899-000000')).toEqual(theirs);
    const mine = await save(admin, '01799-111111', { ...seen, recipient: '01899-000000' });
    expect(await list()).toContainEqual(mine);
    const answers = await Promise.allSettled(
      [admin, second].map((who, at) => save(who, `0190${at}-000000`, { ...seen, recipient: '01799-111111' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await admin.client.admin.paymentMethods.delete.mutate({ id });
  });

  test('have names of their own, whatever the case', async () => {
    const taken = {
      code: 'bad_input',
      httpStatus: 400,
      fieldErrors: { name: ['A payment method with this name already exists'] },
    };
    expect(await refusalOf(admin.client.admin.paymentMethods.save.mutate({ ...upay, name: ' bKASH ' }))).toMatchObject(
      taken,
    );
    const nagad = (await list()).find(({ name }) => name === 'Nagad');
    expect(
      await refusalOf(admin.client.admin.paymentMethods.save.mutate({ ...upay, id: nagad?.id, name: 'rocket' })),
    ).toMatchObject(taken);
  });

  test('are told beside the field what is wrong', async () => {
    const wrong = { ...upay, name: ' ', recipient: '', logo: 'javascript:alert(1)' };
    expect(await refusalOf(admin.client.admin.paymentMethods.save.mutate(wrong))).toMatchObject({
      fieldErrors: {
        name: ['Name is required'],
        recipient: ['Recipient is required'],
        logo: ['Logo must be an http or https address, or a path'],
      },
    });
  });

  test.each([
    '//evil.test/a.svg',
    '/\\evil.test/a.svg',
    '/\t/evil.test/a.svg',
    'https://evil.test\\a.svg',
    '/a\u202e.svg',
  ])('refuse the logo %j', async (logo) => {
    const { code, fieldErrors } = await refusalOf(
      admin.client.admin.paymentMethods.save.mutate({ ...upay, name: 'Other', logo }),
    );
    expect([code, Object.keys(fieldErrors ?? {})]).toEqual(['bad_input', ['logo']]);
  });

  test.each(['recipient', 'stepsEn'] as const)('refuse a character in %s that can not be stored', async (field) => {
    const text = 'a\u0000b';
    const input = { ...upay, name: 'Other', [field]: field === 'stepsEn' ? [text] : text };
    expect(await refusalOf(admin.client.admin.paymentMethods.save.mutate(input))).toMatchObject({
      code: 'bad_input',
      message: 'The text has a character that can not be stored.',
    });
  });

  test('stay while a recharge names them', async () => {
    const made = await admin.client.admin.paymentMethods.save.mutate({ ...upay, name: 'Cellfin' });
    await makeRecharge(app.db, { ...customer.user, actor: customer.user }, { method: 'Cellfin', amountNanos: DOLLAR });
    expect(await refusalOf(admin.client.admin.paymentMethods.delete.mutate({ id: made.id }))).toMatchObject({
      code: 'method_in_use',
      httpStatus: 409,
    });
    expect(await app.db.$count(paymentMethods)).toBe(6);
  });
});
