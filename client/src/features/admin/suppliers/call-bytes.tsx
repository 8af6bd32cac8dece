import { Box, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { CodeBlock } from '../../../components/code-block.tsx';
import { supplierBookTexts } from '../../../i18n/en/admin/suppliers.ts';
import type { Outputs } from '../../../lib/trpc.ts';
import { reasonWords } from './reason.tsx';

/** A call to a supplier, with its bytes. */
export type Call = Outputs['admin']['suppliers']['calls']['items'][number];

/** The request and the response of a call as they were, with the key masked. They are text, never markup. */
export function CallBytes({ call }: { call: Call }) {
  const t = useStore(supplierBookTexts);
  const { request, response, responseBytes, httpStatus, failure, mayHaveArrived } = call;
  return (
    <Stack gap="4">
      <Bytes name={t.request} text={request} />
      {response ? (
        <>
          <Bytes
            name={httpStatus === null ? t.response : `${t.response}, ${t.status({ code: httpStatus })}`}
            text={response}
          />
          {responseBytes !== null && responseBytes > response.length && (
            <Text textStyle="xs" color="fg.muted">
              {t.bytes({ shown: response.length, all: responseBytes })}
            </Text>
          )}
        </>
      ) : (
        <Text color="fg.muted">
          {httpStatus === null ? t.noAnswer({ reason: reasonWords(failure ?? '–') }) : t.responseEmpty}
          {httpStatus === null && ` ${mayHaveArrived ? t.mayHaveArrived : t.neverArrived}`}
        </Text>
      )}
    </Stack>
  );
}

function Bytes({ name, text }: { name: string; text: string }) {
  return (
    <Box css={{ '& pre': { maxH: '18rem', overflowY: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } }}>
      <CodeBlock name={name} code={text} />
    </Box>
  );
}
