import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { emailChanges, passwordResets, sessions } from '../../db/schema/sessions.ts';
import { users } from '../../db/schema/users.ts';
import { uploadImage } from '../features/images/upload-image.ts';
import { decideRecharge } from '../features/recharges/decide-recharge.ts';
import { importServices } from '../features/services/import-services.ts';
import { hashToken } from '../identity/refresh-token.ts';
import type { TestApp } from './app.ts';
import {
  dollars,
  makeAdmin,
  makeNotice,
  makeOrder,
  makePaymentMethod,
  makeRecharge,
  makeSavedReply,
  makeService,
  makeTicket,
  type TestUser,
} from './factories.ts';
import { makeCustomer, makeSignedInAdmin, type Person } from './people.ts';
import type { RoleColumn } from './role-table.ts';

/** Of everybody in a scene. */
export const PASSWORD = 'correct horse battery';

/** A customer with something to name, and somebody who calls; nobody and nothing is shared with another scene. */
export interface Scene {
  /** Whose things are named. */
  owner: Person;
  /** Undefined for nobody. */
  caller: Person | undefined;
  /** Whoever signs in: the caller, or for nobody the owner. */
  person: Person;
  orderId: () => Promise<number>;
  rechargeId: () => Promise<number>;
  approvedRechargeId: () => Promise<number>;
  serviceId: () => Promise<number>;
  methodId: () => Promise<number>;
  methodName: () => Promise<string>;
  /** Where the owner is signed in. */
  sessionId: () => Promise<string>;
  ticketId: () => Promise<number>;
  noticeId: () => Promise<number>;
  /** One that there was not before, in base64. */
  picture: () => Promise<string>;
  imageFile: () => Promise<string>;
  /** A file of the catalogue that changes a service, and what was shown of it. */
  previewedFile: () => Promise<{ csv: string; previewHash: string }>;
  savedReplyId: () => Promise<number>;
  /** Of a link that was mailed to the owner. */
  resetToken: () => Promise<string>;
  /** Of a link that was mailed to a new address of the owner's. */
  emailToken: () => Promise<string>;
}

/** @param blockedAs which of the two blocked people calls, where that is who calls */
export async function makeScene(app: TestApp, column: RoleColumn, blockedAs: 'user' | 'admin'): Promise<Scene> {
  const owner = await withPassword(app, await makeCustomer(app, dollars(100)));
  const caller = await callerIn(app, column, blockedAs, owner);
  return {
    owner,
    caller,
    person: caller ?? owner,
    orderId: async () => (await makeOrder(app.db, owner)).id,
    rechargeId: async () => (await makeRecharge(app.db, owner)).id,
    approvedRechargeId: async () => {
      const { id } = await makeRecharge(app.db, owner);
      const admin = await makeAdmin(app.db);
      await decideRecharge(app.deps, admin.actor, { id, decision: 'approve' });
      return id;
    },
    serviceId: async () => (await makeService(app.db)).id,
    methodId: async () => (await makePaymentMethod(app.db)).id,
    methodName: async () => (await makePaymentMethod(app.db)).name,
    sessionId: async () => {
      const [session] = await app.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, owner.id));
      if (!session) throw new Error('The owner is signed in nowhere');
      return session.id;
    },
    ticketId: async () => (await makeTicket(app.deps, owner)).id,
    noticeId: async () => (await makeNotice(app.db)).id,
    picture: makePicture,
    async imageFile() {
      const { path } = await uploadImage(app.deps, (await makeAdmin(app.db)).actor, { data: await makePicture() });
      return path.replace('/images/', '');
    },
    async previewedFile() {
      const csv = `id,price\n${(await makeService(app.db)).id},2.5`;
      const { actor } = await makeAdmin(app.db);
      const { previewHash } = await importServices(app.deps, actor, { csv, apply: false });
      return { csv, previewHash };
    },
    savedReplyId: async () => (await makeSavedReply(app.db)).id,
    resetToken: () =>
      makeToken(async (hash, expiresAt) => {
        await app.db.insert(passwordResets).values({ userId: owner.id, hash, expiresAt });
      }),
    emailToken: () =>
      makeToken(async (hash, expiresAt) => {
        const newEmail = `new-${owner.userName}@example.com`;
        await app.db.insert(emailChanges).values({ userId: owner.id, hash, expiresAt, newEmail, confirmer: 'new' });
      }),
  };
}

async function callerIn(app: TestApp, column: RoleColumn, blockedAs: 'user' | 'admin', owner: Person) {
  switch (column) {
    case 'anonymous':
      return undefined;
    case 'customer':
      return owner;
    case 'other':
      return withPassword(app, await makeCustomer(app, dollars(100)));
    case 'admin':
      return withPassword(app, await makeFundedAdmin(app));
    case 'blocked': {
      const made = blockedAs === 'admin' ? await makeSignedInAdmin(app) : await makeCustomer(app, dollars(100));
      const blocked = await withPassword(app, made);
      await app.db.update(users).set({ blockedAt: sql`now()` }).where(eq(users.id, blocked.id));
      return blocked;
    }
  }
}

/** An admin orders like anybody else. */
async function makeFundedAdmin(app: TestApp): Promise<Person> {
  const customer = await makeCustomer(app, dollars(100));
  await app.db.update(users).set({ role: 'admin' }).where(eq(users.id, customer.id));
  return { ...customer, actor: { id: customer.id, role: 'admin' } };
}

const hashes = new WeakMap<TestApp, Promise<string>>();

/** People are made without a password, which would only take time; here they need one, and one hash does for all. */
async function withPassword<User extends TestUser>(app: TestApp, user: User): Promise<User> {
  const hash = hashes.get(app) ?? app.deps.passwords.hash(PASSWORD);
  hashes.set(app, hash);
  await app.db
    .update(users)
    .set({ passwordHash: await hash })
    .where(eq(users.id, user.id));
  return user;
}

async function makePicture(): Promise<string> {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  const create = { width: 4, height: 4, channels: 3, background: { r: red, g: green, b: blue } } as const;
  return (await sharp({ create }).png().toBuffer()).toString('base64');
}

async function makeToken(keep: (hash: string, expiresAt: Date) => Promise<void>): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await keep(hashToken(token), new Date(Date.now() + 600_000));
  return token;
}
