import { Box, Button, Flex, Grid, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { type ReactNode, useState } from 'react';
import { LuKeyRound, LuPencil } from 'react-icons/lu';
import { LazyBoundary } from '../../components/lazy-boundary.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { UserAvatar } from '../../components/user-avatar.tsx';
import { profileTexts, roleTexts } from '../../i18n/en/profile.ts';
import { withIntegrationTexts } from '../../i18n/integration-texts.ts';
import { lazyWithPreload } from '../../lib/lazy-with-preload.tsx';
import { useSession } from '../../lib/session.ts';
import type { Outputs } from '../../lib/trpc.ts';
import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { EditProfileDialog } from './edit-profile-dialog.tsx';

type Profile = Outputs['auth']['profile'];

const { Part: LiveKeysDialog } = lazyWithPreload(() => withIntegrationTexts(import('./keys/live-keys-dialog.tsx')));

const PLACEHOLDER_IMAGE = '/avatar.svg';

/** The account, with buttons to change it. */
export function ProfileCard({ profile }: { profile: Profile }) {
  const t = useStore(profileTexts);
  const { name, userName, image } = profile;
  const [open, setOpen] = useState<'edit' | 'password' | 'keys' | null>(null);
  const close = () => setOpen(null);
  const { mustEnroll } = useSession();
  return (
    <Box as="section" aria-label={t.account} borderWidth="1px" borderRadius="l3" overflow="hidden">
      <Flex align="center" gap="4" p={{ base: '4', md: '6' }} wrap="wrap">
        <UserAvatar size="2xl" name={name} image={image ?? PLACEHOLDER_IMAGE} />
        <Box flex="1 1 10rem" minW="0">
          <Heading as="h2" size="xl" overflowWrap="anywhere">
            {name}
          </Heading>
          <Text color="fg.muted" overflowWrap="anywhere">
            @{userName}
          </Text>
        </Box>
        <Flex gap="2" wrap="wrap" w={{ base: 'full', md: 'auto' }}>
          <Button variant="outline" flex="1 0 auto" onClick={() => setOpen('edit')}>
            <LuPencil aria-hidden /> {t.editProfile}
          </Button>
          <Button variant="outline" flex="1 0 auto" onClick={() => setOpen('password')}>
            <LuKeyRound aria-hidden /> {t.changePassword}
          </Button>
        </Flex>
      </Flex>
      <Facts profile={profile} />
      {open === 'edit' && <EditProfileDialog profile={profile} onClose={close} />}
      {open === 'password' && (
        <ChangePasswordDialog onClose={close} onChanged={() => setOpen(mustEnroll ? null : 'keys')} />
      )}
      {open === 'keys' && (
        <LazyBoundary>
          <LiveKeysDialog onClose={close} />
        </LazyBoundary>
      )}
    </Box>
  );
}

function Facts({ profile }: { profile: Profile }) {
  const t = useStore(profileTexts);
  const roles = useStore(roleTexts);
  const { name, email, pendingEmail, phone, role, createdAt } = profile;
  return (
    <Grid
      as="dl"
      // Narrow columns suffice for a role and a date, not for an address.
      templateColumns={{ base: '1fr', sm: '1fr 1fr', lg: '3fr 4fr 3fr 2fr 3fr' }}
      gap={{ base: '4', md: '6' }}
      borderTopWidth="1px"
      px={{ base: '4', md: '6' }}
      py="5"
    >
      <Fact label={t.name}>{name}</Fact>
      <Fact label={t.email}>
        {email}
        {pendingEmail && (
          <Span display="block" color="fg.muted" fontWeight="normal">
            {t.willChange({ pendingEmail })}
          </Span>
        )}
      </Fact>
      <Fact label={t.phone}>{phone ? <span translate="no">{phone}</span> : t.notProvided}</Fact>
      <Fact label={t.role}>{roles[role]}</Fact>
      <Fact label={t.joinDate}>
        <TimeText at={createdAt} dayOnly />
      </Fact>
    </Grid>
  );
}

/** A label above its value. */
function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box minW="0">
      <Text as="dt" textStyle="xs" color="fg.muted">
        {label}
      </Text>
      <Text as="dd" textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
        {children}
      </Text>
    </Box>
  );
}
