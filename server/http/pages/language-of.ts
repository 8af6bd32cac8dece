import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyRequest } from 'fastify';
import { LANGUAGE_COOKIE, type Language, languages } from '../../../shared/languages.ts';

/** In which language a page is to come: what was chosen on this device, else the first of the browser's that there is. */
export function languageOf({ cookies, headers }: FastifyRequest): Language {
  const chosen = languages.find((each) => each === cookies[LANGUAGE_COOKIE]);
  // Of `bn-BD` the language alone counts.
  const wanted = (headers['accept-language'] ?? '').toLowerCase().replaceAll(/-[\w-]+/g, '');
  return chosen ?? negotiate(wanted, [...languages]) ?? languages[0];
}
