/* The screens of keys and webhooks in Bengali. Only those who open them load them. */

export * from './bn/keys.ts';
export * from './bn/reauthentication.ts';
export * from './bn/webhooks.ts';
