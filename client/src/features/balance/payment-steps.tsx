import { Box, Flex, Heading, Span, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { MethodsOut } from '#shared/balance.ts';
import { fillStep } from '#shared/settings.ts';
import { Chip } from '../../components/filter-chips.tsx';
import { NumberedSteps } from '../../components/numbered-steps.tsx';
import { paymentTexts } from '../../i18n/en/payment.ts';
import { deviceStorage } from '../../lib/storage.ts';

const languages = [
  { code: 'bn', label: 'বাংলা', title: 'যেভাবে টাকা পাঠাবেন' },
  { code: 'en', label: 'English', title: 'How to send the money' },
] as const;
type Language = (typeof languages)[number]['code'];

const STORAGE_KEY = 'steps-language';
const bengaliDigits = new Intl.NumberFormat('bn-BD');

interface PaymentStepsProps {
  method: MethodsOut['methods'][number];
  /** Taka to send, in the digits typed on the phone. */
  amount: string;
}

/** The numbered steps on the phone, in Bengali unless English was chosen. */
export function PaymentSteps({ method, amount }: PaymentStepsProps) {
  const t = useStore(paymentTexts);
  const [language, setLanguage] = useState<Language>(() => (deviceStorage.read(STORAGE_KEY) === 'en' ? 'en' : 'bn'));
  const { title } = languages.find(({ code }) => code === language) ?? languages[0];
  const steps = language === 'bn' ? method.stepsBn : method.stepsEn;
  const choose = (code: Language) => {
    setLanguage(code);
    deviceStorage.keep(STORAGE_KEY, code);
  };
  return (
    <Stack gap="4">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Heading as="h3" size="md" lang={language}>
          {title}
        </Heading>
        <Flex role="group" aria-label={t.languageOfSteps} gap="1">
          {languages.map(({ code, label }) => (
            <Chip
              key={code}
              lang={code}
              size={{ base: 'md', md: 'sm' }}
              isOn={code === language}
              onClick={() => choose(code)}
            >
              {label}
            </Chip>
          ))}
        </Flex>
      </Flex>
      <NumberedSteps
        steps={steps.map((step, index) => ({
          key: `${index} ${step}`,
          content: (
            <Box pt="0.5">
              <Step step={step} number={method.recipient} amount={amount} />
            </Box>
          ),
        }))}
        formatNumber={language === 'bn' ? bengaliDigits.format : String}
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
