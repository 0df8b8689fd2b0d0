import type { FastifyInstance } from 'fastify';

/**
 * Sends all responses that become ready in one turn of the event loop one after the other, at its end. Between two responses that are sent
 * as they become ready, the operating system may let the client run on this core; responses that follow each other directly share that
 * change of processes. Contents and order are not changed. Must be registered after the hooks that prepare responses.
 */
export function gatherWrites(instance: FastifyInstance): void {
  let ready: (() => void)[] = [];
  const send = (): void => {
    const due = ready;
    ready = [];
    for (const respond of due) respond();
  };
  instance.addHook('onSend', (_request, _reply, payload, done) => {
    if (ready.length === 0) setImmediate(send);
    ready.push(() => {
      try {
        done(null, payload);
      } catch (error) {
        done(error as Error);
      }
    });
  });
}
