import { type Category, categories } from '#shared/categories.ts';
import type { ErrorDetails } from '#shared/errors.ts';
import { linkExamples } from '#shared/paste/examples.ts';
import type { ServiceTarget } from '#shared/paste/fit.ts';
import { numbered } from '../../components/service-name.tsx';
import { categoryTexts } from '../../i18n/en/common.ts';
import { linkFitTexts, linkKindTexts } from '../../i18n/en/link-fit.ts';

/** More are not read. */
const MOST_KINDS = 2;

/** "Instagram, post or reel". */
function targetWords({ platform, kinds }: ServiceTarget): string {
  const t = linkFitTexts.get();
  const words = linkKindTexts.get();
  const [one = '', other] = (kinds ?? []).slice(0, MOST_KINDS).map((kind) => words[kind]);
  const kind = other === undefined ? one : t.or({ one, other });
  const isCategory = categories.includes(platform as Category);
  const name = isCategory ? categoryTexts.get()[platform as Category] : platform;
  return name && kind ? t.kindOf({ platform: name, kinds: kind }) : name || kind;
}

/** What link a service wants, with an example, before anything is typed; undefined where nobody has said so. */
export function linkHint(service: ServiceTarget): string | undefined {
  const { platform, kinds } = service;
  if (platform === null) return undefined;
  const expected = targetWords(service);
  const [example] = (kinds ?? []).flatMap((kind) => linkExamples[platform]?.[kind] ?? []);
  const t = linkFitTexts.get();
  return example ? t.hint({ expected, example }) : t.hintAlone({ expected });
}

/** What a link that does not fit leads to, and what its service takes. @param details of `link_does_not_fit` */
export function misfitWords(
  { read, expected }: Pick<ErrorDetails, 'read' | 'expected'>,
  service: { id: number; name: string },
): string {
  return linkFitTexts.get().askText({
    read: read ? targetWords({ platform: read.platform, kinds: [read.kind] }) : '',
    service: numbered(service),
    expected: expected ? targetWords(expected) : '',
  });
}
