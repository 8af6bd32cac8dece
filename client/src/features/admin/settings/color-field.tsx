import { Box, Button, chakra, Flex, Grid, Input, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuCheck } from 'react-icons/lu';
import { brandShades, contrastRatio, themeTones } from '#shared/brand-colors.ts';
import { shopSettings } from '#shared/settings.ts';
import { initialBrandColor } from '#shared/shop-name.ts';
import { FieldFrame } from '../../../components/fields.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { formatCount } from '../../../lib/format.ts';
import { themeOf } from './face-preview.tsx';
import type { ChosenFieldProps } from './zone-field.tsx';

/** A colour, typed or picked, and how it reads in each theme. */
export function ColorField({ label, hint, chosen, onChoose, error }: ChosenFieldProps) {
  const t = useStore(settingsTexts);
  const isColor = shopSettings.brandColor.rule.safeParse(chosen).success;
  return (
    <FieldFrame label={label} hint={hint} error={error}>
      <Flex gap="2" w="full" wrap="wrap">
        <chakra.input
          type="color"
          aria-label={t.colorPicker}
          value={isColor ? chosen : initialBrandColor}
          onChange={({ target }) => onChoose(target.value)}
          boxSize={{ base: '11', md: '10' }}
          p="1"
          flexShrink="0"
          borderWidth="1px"
          borderColor="border.field"
          borderRadius="l2"
          cursor="button"
        />
        <Input
          value={chosen}
          onChange={({ target }) => onChoose(target.value.trim().toLowerCase())}
          maxLength={7}
          autoComplete="off"
          spellCheck={false}
          fontVariantNumeric="tabular-nums"
          w="32"
        />
        {chosen !== initialBrandColor && (
          <Button variant="ghost" onClick={() => onChoose(initialBrandColor)}>
            {t.standardColor}
          </Button>
        )}
      </Flex>
      {isColor && <Contrast color={chosen} />}
    </FieldFrame>
  );
}

const grounds = { light: '#ffffff', dark: '#000000' };

/** How the colour's shades read, with their contrast. They are derived so that each is enough. */
function Contrast({ color }: { color: string }) {
  const t = useStore(settingsTexts);
  const shades = brandShades(color);
  const isAdjusted = themeTones.some((tone) => shades[tone].fg !== color || shades[tone].solid !== color);
  const note = color === initialBrandColor ? t.colorStandard : isAdjusted ? t.colorAdjusted : t.colorFits;
  return (
    <Box w="full" borderWidth="1px" borderRadius="l2" overflow="clip" role="group" aria-label={t.contrastTable}>
      <Grid templateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
        {themeTones.map((tone) => {
          const { solid, contrast, fg } = shades[tone];
          return (
            <Box key={tone} data-theme={themeOf[tone]} bg="bg" color="fg" p="3" minW="0" textStyle="xs">
              <Text color="fg.muted" mb="2">
                {tone === 'light' ? t.light : t.dark}
              </Text>
              <Sample ratio={contrastRatio(contrast, solid)}>
                <Span
                  px="2"
                  py="1"
                  borderRadius="field"
                  fontWeight="semibold"
                  style={{ background: solid, color: contrast }}
                >
                  {t.buttonText}
                </Span>
              </Sample>
              <Sample ratio={contrastRatio(fg, grounds[tone])}>
                <Span fontWeight="semibold" style={{ color: fg }}>
                  {t.linkText}{' '}
                  <Span fontVariantNumeric="tabular-nums" hideBelow="sm">
                    {fg}
                  </Span>
                </Span>
              </Sample>
            </Box>
          );
        })}
      </Grid>
      <Flex gap="2" px="3" py="2" borderTopWidth="1px" textStyle="xs" color="fg.muted" aria-live="polite">
        <Box pt="0.5" color="fg.success" aria-hidden>
          <LuCheck />
        </Box>
        {note}
      </Flex>
    </Box>
  );
}

function Sample({ ratio, children }: { ratio: number; children: React.ReactNode }) {
  return (
    <Flex justify="space-between" align="center" gap="2" minH="8" wrap="wrap">
      {children}
      <Span fontVariantNumeric="tabular-nums" color="fg.muted">
        {ratioOf(ratio)}
      </Span>
    </Flex>
  );
}

/** "4.6:1", rounded down so that it never claims more than there is. */
function ratioOf(contrast: number): string {
  const tenths = Math.floor(contrast * 10);
  return `${formatCount(Math.floor(tenths / 10))}.${formatCount(tenths % 10)}:${formatCount(1)}`;
}
