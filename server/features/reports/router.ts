import { alarmChannels, saveAlarmsInput, testedAlarms } from '#shared/alarms.ts';
import { stillRunning } from '#shared/background-calls.ts';
import { attention, profitInput, profitPage } from '#shared/reports.ts';
import { callInBackground } from '../../base/queue/call-background.ts';
import { adminProcedure, router } from '../../base/trpc.ts';
import { getAlarms, saveAlarms } from './alarm-channels.ts';
import { readAttention } from './read-attention.ts';
import { reportProfit } from './report-profit.ts';

export const adminReportsRouter = router({
  profit: adminProcedure
    .input(profitInput)
    .output(profitPage)
    .query(({ ctx, input }) => ctx.deps.reads.run((db) => reportProfit(db, ctx.actor, input))),
  attention: adminProcedure.output(attention).query(({ ctx }) => readAttention(ctx.deps, ctx.actor)),
});

export const adminAlarmsRouter = router({
  get: adminProcedure.output(alarmChannels).query(({ ctx }) => getAlarms(ctx.deps.db, ctx.actor)),
  save: adminProcedure
    .input(saveAlarmsInput)
    .output(alarmChannels)
    .mutation(({ ctx, input }) => saveAlarms(ctx.deps, ctx.actor, input)),
  test: adminProcedure
    .output(testedAlarms.or(stillRunning))
    .mutation(({ ctx: { deps, actor } }) => callInBackground(deps, { kind: 'alarms.test', actor, input: null })),
});
