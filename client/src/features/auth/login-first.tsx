import { Box, Flex, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuLock } from 'react-icons/lu';
import { useLocation } from 'react-router-dom';
import { authTexts } from '../../i18n/en/auth.ts';
import { isLoginFirst } from '../../lib/login-first.ts';

/** The reason for visitors whom a page sent here, above the form that leads back to it. */
export function LoginFirst() {
  const t = useStore(authTexts);
  const location = useLocation();
  if (!isLoginFirst(location.state)) return null;
  return (
    <Flex role="alert" gap="3" p="3" borderWidth="1px" borderRadius="l2" bg="bg.subtle">
      <Box mt="1" aria-hidden>
        <LuLock />
      </Box>
      <Box minW="0">
        <Text fontWeight="semibold">{t.loginFirst}</Text>
        <Text color="fg.muted" textStyle="sm">
          {t.loginFirstText}
        </Text>
      </Box>
    </Flex>
  );
}
