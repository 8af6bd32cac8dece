import { Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { LuHeadset, LuReceipt, LuZap } from 'react-icons/lu';
import { CategoryIcon, shownCategories } from '../../components/category-icon.tsx';

const promises = [
  {
    icon: <LuReceipt />,
    title: 'Every dollar accounted for',
    text: 'Each charge and refund stands in your statement.',
  },
  { icon: <LuZap />, title: 'Fast delivery', text: 'Each service says how long it takes, each order how far it is.' },
  { icon: <LuHeadset />, title: '24/7 support', text: 'Somebody answers, at any hour.' },
];

/** What an account is good for, beside the form where there is room. */
export function AuthAside() {
  return (
    <Stack hideBelow="lg" bg="bg.subtle" borderEndWidth="1px" p="10" gap="10" justify="space-between">
      <Stack gap="8">
        <Heading as="p" size="4xl" maxW="sm">
          Order in seconds. Prove every cent.
        </Heading>
        <Stack gap="5">
          {promises.map(({ icon, title, text }) => (
            <Flex key={title} gap="4" align="start">
              <Flex
                boxSize="10"
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
                <Text fontWeight="semibold">{title}</Text>
                <Text color="fg.muted" textStyle="sm">
                  {text}
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
