import { keyScopeAreas, keyScopes, keys } from './bn/keys.ts';
import { reauthentication } from './bn/reauthentication.ts';
import { deliveryErrors, webhookEvents, webhooks } from './bn/webhooks.ts';

/** The screens of keys and webhooks in Bengali, by area. Only those who open them load them. */
export const bnIntegrations = {
  deliveryErrors,
  keyScopeAreas,
  keyScopes,
  keys,
  reauthentication,
  webhookEvents,
  webhooks,
};
