import { desc, eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mailOutbox } from '#db/schema/mail.ts';
import { paymentMethods } from '#db/schema/settings.ts';
import { users } from '#db/schema/users.ts';
import { seedEssentials } from '#db/seed/new-shop.ts';
import { type SignedInUser, testApp } from '../../testing/app.ts';
import { refusalOf } from '../../testing/refusal.ts';

let mailsAnnounced = 0;

const app = await testApp();
app.deps.wakeMailer = () => void mailsAnnounced++;
await seedEssentials(app.db);
const admin = await app.createAdminUser();
const emailOf = ({ userName }: SignedInUser['user']) => `${userName}@example.com`;
const confirmAddress = ({ user }: SignedInUser, more: object = {}) =>
  app.db
    .update(users)
    .set({ email: emailOf(user), emailConfirmedAt: sql`now()`, ...more })
    .where(eq(users.id, user.id));
await confirmAddress(admin);

beforeEach(async () => {
  await app.db.delete(mailOutbox);
  mailsAnnounced = 0;
});

async function stored(name: string) {
  const [method] = await app.db.select().from(paymentMethods).where(eq(paymentMethods.name, name));
  if (!method) throw new Error(`There is no ${name}`);
  return method;
}

async function change(name: string, fields: object) {
  return admin.client.admin.paymentMethods.save.mutate({ ...(await stored(name)), ...fields });
}

const store = (name: string, recipient: string) =>
  app.db.update(paymentMethods).set({ recipient }).where(eq(paymentMethods.name, name));

const ELEVEN = 'This number must have 11 digits and begin with 01';
const TWELVE = 'This number must have 11 or 12 digits and begin with 01';

describe('the number that customers pay to', () => {
  test.each([
    ['Nagad', '017123', ELEVEN],
    ['Bkash', '017112223334', ELEVEN],
    ['Rocket', '0171122233', TWELVE],
  ])(
    'was unchecked: %s refuses %s beside the field, and nothing is changed or told',
    async (name, recipient, message) => {
      const before = await stored(name);
      expect(await refusalOf(change(name, { recipient }))).toMatchObject({
        code: 'bad_input',
        httpStatus: 400,
        fieldErrors: { recipient: [message] },
      });
      const { id: _, ...fields } = before;
      const asNew = { ...fields, name: `${name} 2`, recipient };
      expect(await refusalOf(admin.client.admin.paymentMethods.save.mutate(asNew))).toMatchObject({
        fieldErrors: { recipient: [message] },
      });
      expect(await stored(name)).toEqual(before);
      expect(await app.db.$count(mailOutbox)).toBe(0);
    },
  );

  test.each([
    ['Nagad', ' 01711 222-333 ', '01711222333'],
    ['Nagad', '০১৮১১২২২৩৩৩', '01811222333'],
    ['Rocket', '01711-222333-4', '017112223334'],
    ['stc', '05 1234', '05 1234'],
    ['Bkash', '01XXX-XXXXXX', '01XXX-XXXXXX'],
  ])('of %s, typed %j, is stored as %j', async (name, recipient, kept) => {
    expect((await change(name, { recipient })).recipient).toBe(kept);
    expect((await stored(name)).recipient).toBe(kept);
  });

  test('passes unchanged, also where it breaks its form, and nobody is told', async () => {
    await store('Nagad', '017123');
    expect(await change('Nagad', { active: false, position: 3 })).toMatchObject({ recipient: '017123', active: false });
    expect((await change('Nagad', { active: true })).active).toBe(true);
    expect(await app.db.$count(mailOutbox)).toBe(0);
  });

  test('is in the audit as it was and as it became', async () => {
    await store('Bkash', '01700-000000');
    const { id } = await change('Bkash', { recipient: '01711-222333' });
    const { items } = await admin.client.admin.audit.list.query({ subject: 'paymentMethod', subjectId: id });
    expect(items[0]).toMatchObject({
      action: 'paymentMethod.update',
      admin: { id: admin.user.id },
      before: { recipient: '01700-000000' },
      after: { recipient: '01711222333' },
    });
  });

  test('changed, is told to every admin with a confirmed address, the one who changed it included; nothing typed is in it', async () => {
    const [confirmed, blocked] = [await app.createAdminUser(), await app.createAdminUser()];
    // Whose address is not confirmed.
    await app.db
      .update(users)
      .set({ email: 'new.admin@example.com' })
      .where(eq(users.id, (await app.createAdminUser()).user.id));
    const customer = await app.registerUser();
    await confirmAddress(confirmed);
    await confirmAddress(customer);
    await confirmAddress(blocked, { blockedAt: new Date() });
    await store('Bkash', '01700000000');
    const { id } = await change('Bkash', { recipient: '01711222333' });

    const mails = await app.db.select().from(mailOutbox).orderBy(desc(mailOutbox.id));
    expect(mails.map(({ recipient }) => recipient).toSorted()).toEqual(
      [emailOf(admin.user), emailOf(confirmed.user)].toSorted(),
    );
    expect(mailsAnnounced).toBe(1);
    for (const { subject, body } of mails) {
      expect(subject).toBe(`The number that customers pay to was changed (payment method ${id} (Bkash))`);
      expect(body).toMatch(/^When: \d{4}-\d\d-\d\d \d\d:\d\d Asia\/Dhaka$/m);
      expect(body).toContain(`By admin ${admin.user.id}: http://panel.test/dashboard/users/${admin.user.id}\n`);
      expect(body).toContain(`http://panel.test/dashboard/audit?subject=paymentMethod&id=${id}\n`);
      expect(body).toContain('http://panel.test/dashboard/settings?section=methods\n');
      for (const typed of ['01711222333', '01700000000', admin.user.userName, emailOf(admin.user)]) {
        expect(body).not.toContain(typed);
      }
    }
  });

  test('of a new method is told as well, by its number where the panel does not know its name; a placeholder is not', async () => {
    const { id: _, ...fields } = await stored('Bkash');
    const save = (name: string, recipient: string) =>
      admin.client.admin.paymentMethods.save.mutate({ ...fields, name, recipient });
    await save('CANARY 1', '01XXX-XXXXXX');
    expect(await app.db.$count(mailOutbox)).toBe(0);
    const { id } = await save('CANARY 2', 'CANARY-3');
    const [mail] = await app.db.select().from(mailOutbox);
    expect(mail?.subject).toBe(`Customers can pay to a new number (payment method ${id})`);
    expect(`${mail?.subject} ${mail?.body}`).not.toMatch(/CANARY/);
  });

  test('changed by two at once is told of what was changed alone', async () => {
    await store('Bkash', '01700000000');
    const { id, ...seen } = await stored('Bkash');
    const answers = await Promise.allSettled(
      ['01711222333', '01811222333'].map((recipient) =>
        admin.client.admin.paymentMethods.save.mutate({ ...seen, id, recipient, expectedMethod: seen }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await app.db.$count(mailOutbox, eq(mailOutbox.recipient, emailOf(admin.user)))).toBe(1);
  });
});
