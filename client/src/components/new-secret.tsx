import { Alert, Flex, Stack, Text } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef } from 'react';
import { LuTriangleAlert } from 'react-icons/lu';
import { CopyButton } from './copy-button.tsx';

interface NewSecretProps {
  secret: string;
  /** Its name in the label of the copy button. */
  name: string;
  /** Why it has to be copied now. */
  warning: string;
  /** Below the secret. */
  children?: ReactNode;
}

/** A secret that the server displays once, to copy. */
export function NewSecret({ secret, name, warning, children }: NewSecretProps) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <Stack gap="4">
      <Alert.Root status="warning">
        <Alert.Indicator>
          <LuTriangleAlert />
        </Alert.Indicator>
        <Alert.Content>
          <Alert.Description>{warning}</Alert.Description>
        </Alert.Content>
      </Alert.Root>
      <Flex gap="3" align="center" wrap="wrap" p="3" bg="bg.subtle" borderWidth="1px" borderRadius="l2">
        <Text
          ref={text}
          tabIndex={-1}
          outline="none"
          flex="1 1 14rem"
          minW="0"
          fontFamily="mono"
          textStyle="sm"
          data-secret
        >
          <span translate="no">{secret}</span>
        </Text>
        <CopyButton
          value={secret}
          label={name}
          withText
          size="md"
          variant="outline"
          flex={{ base: '1 0 auto', sm: '0 0 auto' }}
        />
      </Flex>
      {children}
    </Stack>
  );
}
