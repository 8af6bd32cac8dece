import { Box, Flex, Heading, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MethodsOut } from '#shared/balance.ts';
import type { Language } from '#shared/languages.ts';
import { fillStep } from '#shared/payment-methods.ts';
import { Chip } from '../../components/filter-chips.tsx';
import { NumberedSteps } from '../../components/numbered-steps.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { languageInfo } from '../../i18n/language.ts';
import { deviceStorage } from '../../lib/storage.ts';

type Method = MethodsOut['methods'][number];

/** The languages that a method's steps are stored in; the first is the default. */
const versions = [
  { language: 'bn', title: 'যেভাবে টাকা পাঠাবেন', stepsOf: (method: Method) => method.stepsBn },
  { language: 'en', title: 'How to send the money', stepsOf: (method: Method) => method.stepsEn },
] as const;

const STORAGE_KEY = 'steps-language';

interface PaymentStepsProps {
  method: Method;
  /** Taka to send, in the digits typed on the phone. */
  amount: string;
}

/** The numbered steps on the phone, in Bengali unless English was chosen. */
export function PaymentSteps({ method, amount }: PaymentStepsProps) {
  const t = useStore(paymentTexts);
  const [chosen, setChosen] = useState(() => deviceStorage.read(STORAGE_KEY));
  const { language, title, stepsOf } = versions.find((version) => version.language === chosen) ?? versions[0];
  const choose = (code: Language) => {
    setChosen(code);
    deviceStorage.keep(STORAGE_KEY, code);
  };
  return (
    <Stack gap="4">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h3" size="md" lang={language}>
          {title}
        </Heading>
        <Flex role="group" aria-label={t.languageOfSteps} gap="1">
          {versions.map(({ language: code }) => (
            <Chip
              key={code}
              lang={code}
              size={{ base: 'md', md: 'sm' }}
              isOn={code === language}
              onClick={() => choose(code)}
            >
              {languageInfo[code].name}
            </Chip>
          ))}
        </Flex>
      </Flex>
      <NumberedSteps
        steps={stepsOf(method).map((step, index) => ({
          key: `${index} ${step}`,
          content: (
            <Box pt="0.5">
              <Step step={step} number={method.recipient} amount={amount} />
            </Box>
          ),
        }))}
        formatNumber={new Intl.NumberFormat(languageInfo[language].locale).format}
        gap="4"
        align="start"
        lang={language}
        lineHeight="tall"
      />
    </Stack>
  );
}

/** A step's text, with the parts to type highlighted. */
function Step({ step, number, amount }: { step: string; number: string; amount: string }) {
  return step.split(/(\{number\}|\{amount\})/).map((part) => {
    const text = fillStep(part, { number, amount });
    if (text === part) return part;
    return (
      <Span key={part} fontWeight="semibold" whiteSpace="nowrap" lang="en">
        {text}
      </Span>
    );
  });
}
