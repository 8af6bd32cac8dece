import { Span } from '@chakra-ui/react';
import { AppLink } from '../../../components/app-link.tsx';
import { manageTicketPath, paths, userPath } from '../../../lib/paths.ts';
import { purchasePath, supplierPath } from '../../../lib/supplier-paths.ts';
import type { AuditEntry } from './audit-words.ts';

type Subject = Pick<AuditEntry, 'subject' | 'subjectId' | 'subjectName'>;

/**
 * The subject of an action, as a link where it has a page.
 * @param isBelow on a phone it has its own line below the words
 */
export function SubjectLink({ entry, isBelow }: { entry: Subject; isBelow: boolean }) {
  const words = nameOf(entry);
  const to = pathOf(entry);
  if (!words) return null;
  // The link itself ends in dots, so that it is no larger than what is visible of it.
  return (
    <Span
      asChild={to !== undefined}
      title={words}
      dir="auto"
      truncate
      {...(isBelow && belowWords)}
      minW="3.5rem"
      flexShrink="20"
      {...(to && underlined)}
    >
      {to ? <AppLink to={to}>{words}</AppLink> : words}
    </Span>
  );
}

/** As far from the edge as the words, which have an icon. */
const belowWords = {
  gridArea: { base: 'subject', md: 'auto' },
  justifySelf: 'start',
  maxW: 'full',
  // As high as a target has to be so close to the next one.
  py: { base: '0.5', xl: '0' },
  ms: { base: '6', md: '0' },
} as const;

const underlined = { textDecoration: 'underline', textUnderlineOffset: '3px' } as const;

const NUMBERED = new Set(['order', 'recharge', 'ticket']);

function nameOf({ subject, subjectId, subjectName }: Subject): string {
  if (subjectId === null) return subjectName;
  return NUMBERED.has(subject) || !subjectName ? `#${subjectId} ${subjectName}`.trim() : subjectName;
}

function pathOf({ subject, subjectId, subjectName }: Subject): string | undefined {
  switch (subject) {
    case 'order':
      return `${paths.manageOrders}?status=all&q=${subjectId}`;
    case 'recharge':
      return `${paths.manageRecharges}?status=all&q=${subjectId}`;
    case 'user':
      return subjectId === null ? undefined : userPath(subjectId);
    case 'service':
      return `${paths.manageServices}?q=${encodeURIComponent(subjectName.slice(0, 100))}`;
    case 'category':
      return paths.manageCategories;
    case 'ticket':
      return subjectId === null ? undefined : manageTicketPath(subjectId);
    case 'notice':
      return paths.manageNotices;
    case 'missing':
      return `${paths.missing}?state=settled`;
    case 'setAside':
      return `${paths.jobs}?tab=setAside`;
    case 'supplier':
      return subjectId === null ? paths.suppliers : supplierPath(subjectId);
    case 'forward':
      return subjectId === null ? paths.purchases : purchasePath(subjectId);
    case 'device':
      return `${paths.messages}?tab=devices`;
    case 'wording':
      return `${paths.messages}?tab=wordings`;
    case 'message':
      return paths.messages;
    case 'statement':
      return `${paths.messages}?tab=statements`;
    case 'settings':
    case 'paymentMethod':
      return paths.settings;
    default:
      return undefined;
  }
}
