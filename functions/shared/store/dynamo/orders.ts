import { docOf, docRow, document } from '../codec.ts';
import { ordersKey, ordersOf } from '../keys.ts';
import type { Orders, SeatOrders } from '../orders.ts';
import type { Written } from '../written.ts';
import { take } from './page.ts';
import { absent, type Rows } from './rows.ts';

/** Far above the seats of a match. */
const seatsMax = 16;

/** Standing orders, on DynamoDB. `onWritten` is told of each change once it is written; it must not throw. */
export const createOrders = (rows: Rows, onWritten: (written: Written) => void): Orders => {
  const read: Orders['read'] = async (matchId, seat) => {
    const row = await rows.get(ordersKey(matchId, seat));
    return row && docOf<SeatOrders>(row);
  };

  const list: Orders['list'] = async (matchId) =>
    (await take(rows.query(ordersOf(matchId)), seatsMax)).map(docOf<SeatOrders>);

  const write: Orders['write'] = async (orders) => {
    const { matchId, seat, revision } = orders;
    const isWritten = await rows.claim(
      docRow(ordersKey(matchId, seat), orders),
      revision === 1
        ? absent
        : { expression: `${document}.revision = :before`, values: { ':before': revision - 1 } },
    );
    if (isWritten) onWritten({ kind: 'orders', matchId });
    return isWritten;
  };

  return { read, list, write };
};
