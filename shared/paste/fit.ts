import { platforms } from './platforms.ts';
import type { Target, TargetKind } from './target.ts';

/** What a service serves: any platform or kind where it names none. */
export interface Served {
  platform: string | null;
  kinds: readonly TargetKind[];
}

/** How a target fits a service; null where the link or the service does not tell. */
export type Fit = true | 'other_platform' | 'other_kind' | null;

/** Kinds that a name alone can stand for. */
const NAMED: ReadonlySet<TargetKind> = new Set(['profile', 'page', 'channel', 'group', 'live']);

/** Whether a service serves a target. A user name fits every platform. */
export function fitOf({ platform, kind }: Target, served: Served): Fit {
  // A site may be of a platform whose addresses are not known.
  if (kind === 'site' && served.platform !== null && !Object.hasOwn(platforms, served.platform)) return null;
  const isHandle = platform === null && kind === 'profile';
  if (served.platform !== null && !isHandle && platform !== served.platform) return 'other_platform';
  if (served.kinds.length === 0) return served.platform === null ? null : true;
  if (served.kinds.includes(kind) || (isHandle && served.kinds.some((each) => NAMED.has(each)))) return true;
  return kind === 'unknown' ? null : 'other_kind';
}
