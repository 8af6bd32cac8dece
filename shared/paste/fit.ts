import type { Target, TargetKind } from './target.ts';

/** What becomes of an order whose link does not fit its service, where the order does not say `fit`. */
export const linkFits = ['off', 'note', 'refuse'] as const;
export type LinkFit = (typeof linkFits)[number];

/** The links that a service takes: of its platform and of its kinds; null if they are not set. */
export interface ServiceTarget {
  platform: string | null;
  kinds: readonly TargetKind[] | null;
}

/** How a link misses its service. */
export const misfits = ['other_platform', 'other_kind'] as const;
export type Misfit = (typeof misfits)[number];
/** Null if it can't be said. */
export type Fit = true | Misfit | null;

/** A handle alone may name any of these. */
const NAMED_KINDS: TargetKind[] = ['profile', 'channel', 'group', 'page'];
/** No service has it: the link is of a site that is no platform. */
const NO_PLATFORM = '';

/** The platform and the kinds that a link demands of its service; null where any will do. */
export function demandsOf({ platform, kind }: Target): ServiceTarget {
  const isHandle = platform === null && kind === 'profile';
  const kinds = isHandle ? NAMED_KINDS : kind === 'unknown' ? null : [kind];
  return { platform: platform ?? (isHandle ? null : NO_PLATFORM), kinds };
}

/** The platforms whose links can be told apart: {@link platforms} of `platforms.ts`, which is too large for whoever needs the rule only. */
export const linkedPlatforms = [
  'facebook',
  'instagram',
  'youtube',
  'tiktok',
  'telegram',
  'twitter',
  'threads',
  'linkedin',
  'whatsapp',
  'snapchat',
  'pinterest',
  'twitch',
  'kick',
  'discord',
  'spotify',
  'soundcloud',
  'reddit',
  'vk',
  'google-maps',
  'app',
] as const;
const linked: ReadonlySet<string> = new Set(linkedPlatforms);

/** Whether a target fits a service. A short link of its platform may lead to anything. */
export function fitOf(target: Target, service: ServiceTarget): Fit {
  if (service.platform === null || !linked.has(service.platform)) return null;
  const fit = judgeDemands(demandsOf(target), service);
  return fit === true && target.kind === 'unknown' && service.kinds ? null : fit;
}

/** Whether a service has what a link demands; one of a platform without known links takes any. The charging statement judges by the same rule. */
export function judgeDemands(demands: ServiceTarget, { platform, kinds }: ServiceTarget): true | Misfit {
  if (platform === null || !linked.has(platform)) return true;
  if (demands.platform !== null && demands.platform !== platform) return 'other_platform';
  if (kinds === null || demands.kinds === null) return true;
  return demands.kinds.some((kind) => kinds.includes(kind)) || 'other_kind';
}
