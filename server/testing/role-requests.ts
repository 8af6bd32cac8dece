import { randomUUID } from 'node:crypto';
import type { TestUser } from './factories.ts';
import type { Row } from './role-outcomes.ts';
import { PASSWORD, type Scene } from './role-scene.ts';

/** A valid request together with the caller's token, so that only the role matters. */
export interface RoleRequest {
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** Sends the caller's refresh cookie, as the panel's pages do. */
  withCookie?: boolean;
}

export type Request = (scene: Scene) => RoleRequest | Promise<RoleRequest>;
export type RoleCase = readonly [Row, Request?];
/** The functions of a scene that create a row and return its id. */
export type Made = {
  [Name in keyof Scene]: Scene[Name] extends () => Promise<number | string> ? Name : never;
}[keyof Scene];

export const resetFor: Request = ({ owner: user }) => ({ body: { email: emailOf(user) } });
export const withBody =
  (body: unknown): Request =>
  () => ({ body });
export const withId =
  (made: Made, fields = {}): Request =>
  async (scene) => ({ body: { ...fields, id: await scene[made]() } });
export const withParam =
  (made: Made, body?: unknown): Request =>
  async (scene) => ({ params: { id: await scene[made]() }, body });
export const owner =
  (fields = {}): Request =>
  ({ owner: { id } }) => ({ body: { ...fields, id } });
export const ofOwner: Request = ({ owner: { id } }) => ({ body: { userId: id } });
export const withRecoveryCode: Request = async (scene) => ({ body: { code: await scene.recoveryCode() } });
export const cookie: Request = () => ({ withCookie: true });

export const NEW_PASSWORD = 'another horse battery';
/** The current email, so that none has to be confirmed. */
export const profileOf = (user: TestUser) => ({ name: 'New Name', email: emailOf(user), phone: '01700000001' });
const emailOf = ({ userName }: TestUser) => `${userName}@example.com`;
export const login = ({ person }: Scene) => ({ userName: person.userName, password: PASSWORD });
export const passwordChange = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
export const order = { link: 'https://example.com/post', quantity: 1000 };
export const placeOne = async (scene: Scene) => ({ body: { ...order, serviceId: await scene.serviceId() } });
export const checkMany = async (scene: Scene) => ({
  body: { lines: [{ ...order, serviceId: await scene.serviceId() }] },
});
export const placeMany = async (scene: Scene) => ({
  body: { ...(await checkMany(scene)).body, requestId: randomUUID() },
});
export const beginRecharge = async (scene: Scene) => ({
  body: { method: await scene.methodName(), amountNanos: 10_000_000_000 },
});
export const askRecharge = async (scene: Scene) => ({
  body: { ...(await beginRecharge(scene)).body, reference: reference() },
});
export const importServices = async (scene: Scene) => ({ body: { ...(await scene.previewedFile()), apply: true } });
export const uploadImage = async (scene: Scene) => ({ body: { data: await scene.image() } });
export const toFile = async (scene: Scene) => ({ body: { kind: 'cancel', orderIds: [await scene.askableOrderId()] } });
export const ofStartable = async (scene: Scene) => ({ body: { orderIds: [await scene.startableOrderId()] } });
export const ofSupplier = async (scene: Scene) => ({ body: { supplierId: await scene.supplierId() } });
export const ticket = { subject: 'My order', message: 'Where is it?' };
export const notice = { title: 'Eid', body: 'We rest.', kind: 'banner', level: 'info', dismissible: true };
export const reference = () => `TX-${randomUUID()}`;
const service = { name: 'Likes', description: 'Real.', category: 'tiktok', min: 10, max: 99 };
export const settings = {
  ...{ ratePaisa: 12_600, feeBasisPoints: 185, chatUrl: null, videoUrls: [] },
  ...{ servicesOffset: 0, ordersOffset: 0, usersOffset: 0 },
};
export const reportedDays = { from: '2026-11-01', to: '2026-11-24', by: 'service' };
export const supplier = { url: 'https://panel.example.com/api/v2', key: 'its key', currency: 'USD', rate: '1' };
/** A wording that no other one equals. */
export function wording(): RoleRequest {
  const end = `by ${reference()}`;
  const body = {
    ...{ provider: 'upay', kind: 'received', direction: 'in', senders: ['upay'] },
    pattern: `Got Tk {amount}. ID {id} at {at} ${end}`,
    examples: [`Got Tk 5.00. ID 01AAAAAAA1 at 03/08/2026 10:01 ${end}`],
  };
  return { body };
}
/** A statement with one payment that no other one has. */
export function statement(): RoleRequest {
  const csv = `Time,ID,Amount\n03/08/2026 10:01,S1${randomUUID().slice(0, 8)},500`;
  return { body: { provider: 'bkash', csv, mapping: { at: 'Time', reference: 'ID', amount: 'Amount' }, apply: true } };
}
export const payment = {
  ...{ kind: 'mobile', ussdCode: null, recipient: '01700000000', logo: null, active: true, position: 1 },
  ...{ stepsBn: [], stepsEn: [] },
};
export const typedService = { ...service, image: null, priceMicros: 1_000_000, avgTimeHours: 1 };
export const olderService = { ...service, price: 1, avgTime: 1 };
