import { type Category, categories } from '#shared/categories.ts';
import { kindsOf, linkExamples } from '#shared/paste/examples.ts';
import type { ServiceTarget } from '#shared/paste/fit.ts';
import { platforms } from '#shared/paste/platforms.ts';
import { categoryTexts } from '../i18n/en/common.ts';
import { linkFitTexts, linkKindTexts } from '../i18n/en/link-fit.ts';

/** More are not read. */
const MOST_KINDS = 2;

/** A platform in words, by its slug. */
export function platformName(slug: string): string {
  const isCategory = categories.includes(slug as Category);
  return isCategory ? categoryTexts.get()[slug as Category] : (platforms[slug]?.name ?? slug);
}

/** "Instagram, post or reel": of the kinds those that its platform has. */
export function targetWords({ platform, kinds }: ServiceTarget): string {
  const t = linkFitTexts.get();
  const words = linkKindTexts.get();
  const own = kindsOf(platform ?? '');
  const named = kinds?.filter((kind) => own.length === 0 || kind === 'unknown' || own.includes(kind)) ?? [];
  const [one = '', other] = named.slice(0, MOST_KINDS).map((kind) => words[kind]);
  const kind = other === undefined ? one : t.or({ one, other });
  return [platform && platformName(platform), kind].filter(Boolean).join(', ');
}

/** The hint for an empty link field: the links that a service takes, with an example. Undefined if its platform has no known links. */
export function linkHint({ platform = null, kinds = null }: Partial<ServiceTarget>): string | undefined {
  if (platform === null || !Object.hasOwn(platforms, platform)) return undefined;
  const expected = targetWords({ platform, kinds });
  const [example] = (kinds ?? []).flatMap((kind) => linkExamples[platform]?.[kind] ?? []);
  const t = linkFitTexts.get();
  return example ? t.hint({ expected, example }) : t.hintAlone({ expected });
}
