import { createPanel, isPanelError } from 'panel-client';

const { PANEL_URL = 'http://localhost:3000', PANEL_KEY = '' } = process.env;
const panel = createPanel({ url: PANEL_URL, key: PANEL_KEY });

const subscription = panel.live.changes.subscribe(
  { kinds: ['order', 'balance'] },
  {
    // At the start and after each reconnection: changes in between were not sent.
    onStarted: () => console.log('Following'),
    async onData({ kind, id }) {
      if (kind !== 'order' || id === undefined) return;
      const { status } = await panel.orders.get.query({ id });
      console.log(`Order ${id} is ${status}`);
    },
    onError(error) {
      console.error(isPanelError(error) ? error.code : error.message);
    },
  },
);
process.once('SIGINT', () => subscription.unsubscribe());
