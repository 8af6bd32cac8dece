import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { LuHeadset, LuReceipt, LuZap } from 'react-icons/lu';
import { CategoryIcon, shownCategories } from '../../components/category-icon.tsx';
import { authTexts } from '../../i18n/en/auth.ts';

const promises = [
  { icon: <LuReceipt />, title: 'promiseMoney', text: 'promiseMoneyText' },
  { icon: <LuZap />, title: 'promiseDelivery', text: 'promiseDeliveryText' },
  { icon: <LuHeadset />, title: 'promiseSupport', text: 'promiseSupportText' },
] as const;

/** The benefits of an account, next to the form if there is room. */
export function AuthAside() {
  const t = useStore(authTexts);
  return (
    <Stack hideBelow="lg" bg="bg.subtle" borderEndWidth="1px" p="10" gap="10" justify="space-between">
      <Stack gap="8">
        <Heading as="p" size="4xl" maxW="sm">
          {t.promises}
        </Heading>
        <Stack gap="5">
          {promises.map(({ icon, title, text }) => (
            <Flex key={title} gap="4" align="start">
              <Flex
                boxSize="10"
                flexShrink="0"
                borderWidth="1px"
                borderRadius="field"
                bg="bg"
                align="center"
                justify="center"
                aria-hidden
              >
                {icon}
              </Flex>
              <Stack gap="0.5">
                <Text fontWeight="semibold">{t[title]}</Text>
                <Text color="fg.muted" textStyle="sm">
                  {t[text]}
                </Text>
              </Stack>
            </Flex>
          ))}
        </Stack>
      </Stack>
      <Flex gap="2" wrap="wrap" aria-hidden>
        {shownCategories.slice(1).map((category) => (
          <CategoryIcon key={category} category={category} size={28} />
        ))}
      </Flex>
    </Stack>
  );
}
