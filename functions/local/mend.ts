import { tellVacation } from '../shared/vacations.ts';
import { type ConsumerDeps, consumeCommit } from '../stream/consume.ts';
import { consumeMessage } from '../stream/messages.ts';

const commitsPage = 100;
const messagesPage = 100;

/** Consumes all that was ever written once more: what a crash kept from being consumed is made good, and the rest changes nothing. */
export const mendAll = async (deps: ConsumerDeps): Promise<void> => {
  for await (const matchId of deps.store.log.scanMatches()) {
    await consumeLog(deps, matchId);
    await consumeMessages(deps, matchId);
  }
  for await (const player of deps.store.accounts.scanVacations()) await tellVacation(deps, player);
};

const consumeLog = async (deps: ConsumerDeps, matchId: string): Promise<void> => {
  for (let after = 0; ; ) {
    const commits = await deps.store.log.readAfter(matchId, after, commitsPage);
    for (const commit of commits) await consumeCommit(deps, commit);
    after = commits.at(-1)?.version ?? after;
    if (commits.length < commitsPage) return;
  }
};

const consumeMessages = async (deps: ConsumerDeps, matchId: string): Promise<void> => {
  for (let before: string | undefined; ; ) {
    const page = await deps.store.talk.listMessages(matchId, messagesPage, before);
    for (const message of page.items) await consumeMessage(deps, message);
    before = page.next;
    if (before === undefined) return;
  }
};
