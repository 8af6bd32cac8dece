import { type Category, categories } from '#shared/categories.ts';
import type { ErrorDetails } from '#shared/errors.ts';
import { linkExamples } from '#shared/paste/examples.ts';
import { fitOf, misfits, type ServiceTarget } from '#shared/paste/fit.ts';
import { readLink } from '#shared/paste/link.ts';
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
  return [name, kind].filter(Boolean).join(', ');
}

/** An older server does not say what its services take. */
type MaybeTarget = Partial<ServiceTarget>;
const known = ({ platform = null, kinds = null }: MaybeTarget): ServiceTarget => ({ platform, kinds });

/** Whether the server has to ask about a link. An older one, which does not know the question, is sent none for other links. */
export function isMisfit(link: string, service: MaybeTarget): boolean {
  const read = readLink(link);
  return 'target' in read && misfits.some((misfit) => misfit === fitOf(read.target, known(service)));
}

/** What stands under a link field: the link as it will be ordered, where that is not what was typed, and the links that the service takes. */
export function linkNote(typed: string, service: MaybeTarget): string | undefined {
  const read = readLink(typed);
  if (!('link' in read) || read.link === typed.trim()) return linkHint(service);
  const reading = linkFitTexts.get().reading({ link: read.link });
  return isMisfit(typed, service) ? `${reading}\n${linkHint(service) ?? ''}` : reading;
}

/** The links that a service takes, with an example. Undefined if the service has no platform. */
function linkHint(service: MaybeTarget): string | undefined {
  const { platform, kinds } = known(service);
  if (platform === null) return undefined;
  const expected = targetWords({ platform, kinds });
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
