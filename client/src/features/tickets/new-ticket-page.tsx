import { Box, Button, Flex, Stack } from '@chakra-ui/react';
import { useStore } from '@nanostores/react';
import { AppLink } from '../../components/app-link.tsx';
import { BackLink } from '../../components/back-link.tsx';
import { TextField } from '../../components/fields.tsx';
import { FormProblem } from '../../components/form-problem.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { MessageField } from '../../components/ticket/message-field.tsx';
import { requestTexts } from '../../i18n/en/requests.ts';
import { ticketTexts } from '../../i18n/en/tickets.ts';
import { errorCodeOf } from '../../lib/errors.ts';
import { paths } from '../../lib/paths.ts';
import { readAbout } from './about.ts';
import { AboutPanel } from './about-panel.tsx';
import { AboutSelect } from './about-select.tsx';
import { Beside } from './beside.tsx';
import { OfferFirst } from './offer-first.tsx';
import { useOpenTicket } from './use-open-ticket.ts';
import { WhereToLook } from './where-to-look.tsx';

/** Opens a ticket; the URL may have its order or recharge. */
export default function NewTicketPage() {
  const t = useStore(ticketTexts);
  const { helpHeading } = useStore(requestTexts);
  const { form, submit, error, isPending } = useOpenTicket();
  const { register, watch, formState } = form;
  const { errors } = formState;
  const about = readAbout(watch('about'));
  return (
    <Stack gap="2">
      <BackLink to={paths.tickets} label={t.allTickets} />
      <Beside
        head={<PageHeading title={t.openHeading} text={t.openText} />}
        panel={
          about ? (
            <AboutPanel {...about} />
          ) : (
            <Box hideBelow="xl">
              <WhereToLook columns={1} />
            </Box>
          )
        }
      >
        {about && 'orderId' in about && <OfferFirst orderId={about.orderId} heading={helpHeading} mb="6" />}
        <Stack asChild gap="5">
          <form noValidate onSubmit={(event) => void submit(event)}>
            <AboutSelect chosen={watch('about')} error={errors.about} {...register('about')} />
            <TextField
              label={t.subject}
              placeholder={t.subjectHint}
              autoComplete="off"
              error={errors.subject}
              {...register('subject')}
            />
            <MessageField label={t.message} typed={watch('message')} error={errors.message} {...register('message')} />
            <FormProblem
              title={t.openFailed}
              error={error}
              fields={['about', 'orderId', 'rechargeId', 'subject', 'message']}
            />
            {error !== null && errorCodeOf(error) === 'too_many_tickets' && (
              <Button asChild variant="outline" alignSelf="start">
                <AppLink to={`${paths.tickets}?status=open`}>{t.seeOpen}</AppLink>
              </Button>
            )}
            <Flex justify="end">
              <Button
                type="submit"
                colorPalette="brand"
                w={{ base: 'full', md: 'auto' }}
                loading={isPending}
                loadingText={t.opening}
              >
                {t.open}
              </Button>
            </Flex>
          </form>
        </Stack>
      </Beside>
    </Stack>
  );
}
