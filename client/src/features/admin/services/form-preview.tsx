import { Box, type BoxProps, Heading, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useWatch } from 'react-hook-form';
import { latinDigits } from '#shared/latin-digits.ts';
import { parsePrice } from '#shared/money.ts';
import { isPackage, ruleOf } from '#shared/service-types.ts';
import { ServicePreview } from '../../../components/service-preview.tsx';
import { serviceFormTexts } from '../../../i18n/en/admin/admin-services.ts';
import { parseCount } from '../../../lib/parse-typed.ts';
import { useShopCategories } from '../shop-categories.ts';
import type { ServiceForm } from './service-form.ts';

/** The service of a form as customers will see it; it follows each key press. */
export function FormPreview({ form, ...box }: { form: ServiceForm } & BoxProps) {
  const t = useStore(serviceFormTexts);
  const typed = useWatch({ control: form.control });
  const { topOf } = useShopCategories();
  const type = typed.type ?? 'default';
  const limit = (text = '') => (isPackage(type) ? 1 : parseCount(text));
  const service = {
    type,
    per: ruleOf(type).per,
    name: typed.name ?? '',
    description: typed.description ?? '',
    image: typed.image || null,
    category: topOf(typed.category || 'feature'),
    priceMicros: parsePrice(latinDigits(typed.priceMicros ?? '')),
    min: limit(typed.min),
    max: limit(typed.max),
    avgTimeHours: parseCount(typed.avgTimeHours ?? ''),
  } as const;
  return (
    <Box as="aside" aria-label={t.preview} {...box}>
      <Stack gap="3">
        <Heading as="h2" size="sm">
          {t.preview}
        </Heading>
        <ServicePreview
          service={service}
          placeholder={{ name: t.previewName, description: t.previewText }}
          orderWords={{ smallest: t.previewSmallest, largest: t.previewLargest }}
        />
      </Stack>
    </Box>
  );
}
