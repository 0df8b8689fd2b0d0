import type { FastifyInstance } from 'fastify';
import type { Workers } from '../../workers';

/** No answer goes out before all workers have heard what changed: who reads by another connection then reads what they wrote. */
export function answerWhenHeard(instance: FastifyInstance, workers: Workers): void {
  if (!workers.areMany) return;
  instance.addHook('onSend', (_request, _reply, payload, done) => {
    if (workers.unheard === undefined) done(null, payload);
    else void workers.unheard.then(() => { done(null, payload); }); // prettier-ignore
  });
}
