export * from './ledger.ts';
export * from './orders.ts';
export * from './recharges.ts';
export * from './services.ts';
export * from './sessions.ts';
export * from './settings.ts';
export * from './users.ts';
