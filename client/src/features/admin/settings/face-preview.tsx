import { Box, Flex, Grid, Heading, Span, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { brandVariables, type ThemeTone, themeTones } from '#shared/brand-colors.ts';
import { textIn, withShopName } from '#shared/localized.ts';
import { type Settings, shopSettings } from '#shared/settings.ts';
import { initialBrandColor } from '#shared/shop-name.ts';
import { isWordmark, ShopLogo } from '../../../components/shop-logo.tsx';
import { settingsTexts } from '../../../i18n/en/admin/settings.ts';
import { $language } from '../../../i18n/language.ts';

/** The names of the themes in `data-theme`. */
export const themeOf: Record<ThemeTone, string> = { light: 'bumblebee', dark: 'black' };

type Face = Pick<Settings, 'shopName' | 'brandColor' | 'logoImage' | 'heroTitle' | 'heroText' | 'footerText'>;

/** The shop's face in both themes, with what is typed. */
export function FacePreview({ settings }: { settings: Face }) {
  const t = useStore(settingsTexts);
  return (
    <Grid
      templateColumns={{ base: '1fr', sm: '1fr 1fr', xl: '1fr' }}
      gap="4"
      alignContent="start"
      alignSelf="start"
      minW="0"
      position={{ xl: 'sticky' }}
      top="calc(var(--under-bar, 4rem) + 1rem)"
    >
      <Text gridColumn="1 / -1" textStyle="sm" fontWeight="semibold" mb="-2.5">
        {t.preview}
      </Text>
      {themeTones.map((tone) => (
        <Frame key={tone} tone={tone} face={settings} label={tone === 'light' ? t.previewLight : t.previewDark} />
      ))}
    </Grid>
  );
}

function Frame({ tone, face, label }: { tone: ThemeTone; face: Face; label: string }) {
  const t = useStore(settingsTexts);
  const language = useStore($language);
  const { shopName, brandColor, heroTitle, heroText, footerText } = face;
  const color = shopSettings.brandColor.rule.safeParse(brandColor).success ? brandColor : initialBrandColor;
  const inReaders = (text: Face['heroTitle']) => withShopName(textIn(text, language), shopName);
  const logo = useLogo(face.logoImage || null);
  return (
    <Box
      role="img"
      aria-label={label}
      data-theme={themeOf[tone]}
      style={brandVariables(color)[tone]}
      bg="bg"
      color="fg"
      borderWidth="1px"
      borderRadius="l2"
      overflow="clip"
      textStyle="xs"
      minW="0"
      colorPalette="brand"
    >
      <Flex align="center" gap="2" px="3" h="10" borderBottomWidth="1px">
        <ShopLogo image={logo} size={18} />
        {!isWordmark(logo) && (
          <Span fontWeight="semibold" truncate>
            {shopName}
          </Span>
        )}
      </Flex>
      <Box px="3" py="5">
        <Heading as="p" size="md" lineHeight="shorter" mb="2" overflowWrap="anywhere">
          {inReaders(heroTitle)}
        </Heading>
        <Text color="fg.muted" lineClamp="4" mb="3" overflowWrap="anywhere">
          {inReaders(heroText)}
        </Text>
        <Flex align="center" gap="3" wrap="wrap">
          <Span bg="brand.solid" color="brand.contrast" px="3" py="1.5" borderRadius="field" fontWeight="semibold">
            {t.previewButton}
          </Span>
          <Span color="brand.fg" textDecoration="underline">
            {t.linkText}
          </Span>
        </Flex>
      </Box>
      <Box px="3" py="2.5" borderTopWidth="1px">
        <Text fontWeight="semibold" truncate>
          {shopName}
        </Text>
        {inReaders(footerText) && (
          <Text color="fg.muted" lineClamp="2" whiteSpace="pre-line" overflowWrap="anywhere">
            {inReaders(footerText)}
          </Text>
        )}
      </Box>
    </Box>
  );
}

/** An upload in the size that it has; its size in the bar is made when it is saved. */
function useLogo(path: string | null) {
  const [sizes, setSizes] = useState<Record<string, { width: number; height: number }>>({});
  if (!path) return null;
  const size = sizes[path];
  if (!size && typeof Image !== 'undefined') {
    const image = new Image();
    image.addEventListener('load', () =>
      setSizes((known) => ({ ...known, [path]: { width: image.naturalWidth, height: image.naturalHeight } })),
    );
    image.src = path;
  }
  return { path, ...(size ?? { width: 1, height: 1 }) };
}
