import type { FastifyInstance } from 'fastify';
import type { Workers } from '../../workers';

/**
 * Holds every response until all workers have received the changes made so far, so that a client reads its own writes on any connection.
 */
export function holdResponsesUntilSynced(instance: FastifyInstance, workers: Workers): void {
  if (!workers.areMany) return;
  instance.addHook('onSend', (_request, _reply, payload, done) => {
    if (workers.unsynced === undefined) done(null, payload);
    else void workers.unsynced.then(() => { done(null, payload); }); // prettier-ignore
  });
}
