import { Skeleton, Stack, type StackProps, VisuallyHidden } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { commonTexts } from '../i18n/en/common.ts';

interface LoadingStackProps extends Omit<StackProps, 'children'> {
  /** Of the loading parts, from the top. */
  heights: readonly string[];
}

/** A placeholder for stacked parts while they load. */
export function LoadingStack({ heights, ...stack }: LoadingStackProps) {
  const t = useStore(commonTexts);
  return (
    <Stack gap="4" aria-busy {...stack}>
      <VisuallyHidden>{t.loading}</VisuallyHidden>
      {heights.map((height, at) => (
        // Only the index is unique.
        <Skeleton key={`${at} ${height}`} h={height} />
      ))}
    </Stack>
  );
}
