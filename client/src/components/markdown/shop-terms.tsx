import { Stack } from '@chakra-ui/react';
import { usePageTexts } from '../../lib/page-texts.ts';
import { ErrorState } from '../error-state.tsx';
import { LoadingStack } from '../loading-stack.tsx';
import { Markdown } from './markdown.tsx';
import { parseMarkdown } from './parse-markdown.ts';

/** The terms and the refund policy that customers accept before they pay. */
export function ShopTerms() {
  const { data, error, isPending, refetch } = usePageTexts();
  if (isPending) return <LoadingStack gap="2" heights={['5', '5', '5', '5']} />;
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="2" textStyle="sm" color="fg.muted">
      {[data.termsText, data.refundText].map((text, at) => (
        <Markdown key={`${at}`} blocks={parseMarkdown(text, `terms-${at}-`)} headingRank={3} />
      ))}
    </Stack>
  );
}
