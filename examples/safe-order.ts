import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createPanel, isPanelError, type PanelInputs } from 'panel-client';

const {
  PANEL_URL = 'http://localhost:3000',
  PANEL_KEY = '',
  SERVICE_ID = '1',
  REQUEST_ID = randomUUID(),
} = process.env;
const panel = createPanel({ url: PANEL_URL, key: PANEL_KEY });

const wanted: PanelInputs['orders']['place'] = {
  serviceId: Number(SERVICE_ID),
  link: 'https://example.com/my-page',
  quantity: 100,
  // Store it before the call, so that it survives a crash of this script. The same id is the same order, for at least 7 days.
  requestId: REQUEST_ID,
};

for (let isOpen = true; isOpen; ) {
  try {
    const { order } = await panel.orders.place.mutate(wanted);
    console.log(`Order ${order.id} is ${order.status}`);
    isOpen = false;
  } catch (error) {
    // These leave open whether it was ordered: ask again under the same id. Every other code says that this try ordered nothing; after
    // an open one, `orders.get` with the id tells whether that one did.
    if (!isPanelError(error) || !['no_answer', 'busy', 'internal', 'too_many_requests'].includes(error.code))
      throw error;
    console.error(`${error.code}: asking again under ${error.requestId}`);
    await setTimeout(30_000);
  }
}
