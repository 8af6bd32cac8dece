import { chakra, Flex, Span } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuTriangleAlert } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { AppLink } from '../../../components/app-link.tsx';
import { adminRechargeTexts } from '../../../i18n/en/admin/admin-recharges.ts';
import { managedRechargePath, paths } from '../../../lib/paths.ts';
import type { Recharge } from './recharge.ts';

/** The latest other request whose transaction ID looks like this one, with the characters that differ, as a link to its details. */
export default function LookAlike({
  recharge: { reference, lookAlike },
}: {
  recharge: Pick<Recharge, 'reference' | 'lookAlike'>;
}) {
  const t = useStore(adminRechargeTexts);
  const { pathname, search } = useLocation();
  if (!lookAlike) return null;
  // Within the queue its filter stays.
  const params = new URLSearchParams(search);
  params.set('recharge', String(lookAlike.id));
  const isInQueue = pathname === paths.manageRecharges;
  const [before, after] = t.looksLike({ reference: '\n' }).split('\n');
  return (
    <Flex
      asChild
      gap="1"
      align="center"
      minW="0"
      textStyle="xs"
      color="orange.fg"
      _hover={{ textDecoration: 'underline' }}
    >
      <AppLink
        to={isInQueue ? `${pathname}?${String(params)}` : managedRechargePath(lookAlike.id)}
        preventScrollReset
        title={t.looksLikeTitle({ id: String(lookAlike.id), reference: lookAlike.reference })}
      >
        <LuTriangleAlert style={{ flexShrink: 0 }} />
        <span data-words>{before}</span>
        <Span fontFamily="mono" overflowWrap="anywhere">
          {compared(reference, lookAlike.reference)}
        </Span>
        <span data-words>{after}</span>
      </AppLink>
    </Flex>
  );
}

/** The other ID with the characters that differ marked, and one that it lacks crossed out, which screen readers leave out. */
function compared(own: string, other: string) {
  const [a, b] = [own.toUpperCase(), other.toUpperCase()];
  const differs = Array.from(b).map((sign, at) => sign !== a[at]);
  const first = differs.indexOf(true);
  const at = first < 0 ? b.length : first;
  const lacks = b.length < a.length;
  const shown = lacks ? `${other.slice(0, at)}${own[at]}${other.slice(at)}` : other;
  return Array.from(shown).map((sign, index) =>
    (b.length === a.length ? differs[index] : index === at) ? (
      <chakra.mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the place of a character is its identity
        key={index}
        as={lacks ? 'del' : 'mark'}
        aria-hidden={lacks || undefined}
        bg="orange.muted"
        color="fg"
        fontWeight="bold"
        borderRadius="xs"
      >
        {sign}
      </chakra.mark>
    ) : (
      sign
    ),
  );
}
