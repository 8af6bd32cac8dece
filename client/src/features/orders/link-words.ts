import type { ErrorDetails } from '#shared/errors.ts';
import { fitOf, misfits, type ServiceTarget } from '#shared/paste/fit.ts';
import { readLink } from '#shared/paste/link.ts';
import { numbered } from '../../components/service-name.tsx';
import type { NamedService } from '../../components/whole-service-name.tsx';
import { linkFitTexts } from '../../i18n/en/link-fit.ts';
import { linkHint, targetWords } from '../../lib/link-target.ts';

/** Whether the server has to ask about a link. An older one, which does not know the question, is sent none for other links. */
export function isMisfit(link: string, { platform = null, kinds = null }: Partial<ServiceTarget>): boolean {
  const read = readLink(link);
  return 'target' in read && misfits.some((misfit) => misfit === fitOf(read.target, { platform, kinds }));
}

/** What stands under a link field: the link as it will be ordered, where that is not what was typed, and the links that the service takes. */
export function linkNote(typed: string, service: Partial<ServiceTarget>): string | undefined {
  const read = readLink(typed);
  if (!('link' in read) || read.link === typed.trim()) return linkHint(service);
  const reading = linkFitTexts.get().reading({ link: read.link });
  return isMisfit(typed, service) ? `${reading}\n${linkHint(service) ?? ''}` : reading;
}

/** What a link that does not fit leads to, and what its service takes. @param details of `link_does_not_fit` */
export function misfitWords(
  { read, expected }: Pick<ErrorDetails, 'read' | 'expected'>,
  service: NamedService,
): string {
  return linkFitTexts.get().askText({
    read: read ? targetWords({ platform: read.platform, kinds: [read.kind] }) : '',
    service: numbered(service),
    expected: expected ? targetWords(expected) : '',
  });
}
