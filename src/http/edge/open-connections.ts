import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The connections that the operating system queues for Node until they are accepted, unless `listen` is called with another `backlog`. */
const LONGEST_QUEUE = 511;

/**
 * The connections of the server with the number of responses due on each, so that a shutdown can close them without truncating a response.
 */
@Injectable()
export class OpenConnections {
  private readonly due = new Map<Socket, number>();
  private isEnding = false;
  private accepted = 0;

  /** Responses due on all connections together. */
  get answersDue(): number {
    return [...this.due.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Must be called before routes are added. A response is aborted when the client reads nothing of it for `unreadMs` milliseconds. */
  watch(instance: FastifyInstance, unreadMs: number): void {
    instance.server.on('connection', (socket: Socket) => {
      this.add(socket);
    });
    instance.addHook('onRequest', (request, reply, done) => {
      this.begin(request.raw.socket, reply.raw);
      done();
    });
    instance.addHook('onSend', (request, reply, payload, done) => {
      request.raw.socket.setTimeout(unreadMs);
      if (this.isEnding) void reply.header('connection', 'close');
      done(null, payload);
    });
  }

  /** Whether the process is stopping, so that connections end with their current response. */
  get areEnding(): boolean {
    return this.isEnding;
  }

  /** Makes each response from now on the last one on its connection. */
  endAfterAnswers(): void {
    this.isEnding = true;
  }

  /**
   * Resolves when the connections in the queue of the operating system are accepted: closing the server would reset them, though clients
   * have sent their requests. Node accepts one per turn of its event loop (libuv, pull request 3696), so a loaded process is behind.
   */
  async acceptQueued(): Promise<void> {
    await nextTurn(); // the rest of this turn may accept nothing
    for (let turn = 0, before = -1; this.accepted > before && turn < LONGEST_QUEUE; turn++) {
      before = this.accepted;
      await nextTurn();
    }
  }

  /** Closes the connections on which no response is due, including those with an incomplete request. */
  endIdle(): void {
    for (const [socket, count] of this.due) if (count === 0) socket.destroySoon();
  }

  /** Closes all connections at once. Handlers are notified as if the client had closed the connection. */
  breakOff(): void {
    for (const socket of this.due.keys()) socket.destroy();
  }

  /** Adds a connection of another protocol. */
  add(socket: Socket): void {
    if (this.due.has(socket)) return;
    this.accepted++;
    this.due.set(socket, 0);
    socket.once('close', () => this.due.delete(socket));
  }

  /** Counts a response that is due on a connection; the returned function ends it. */
  beginAnswer(socket: Socket): () => void {
    this.add(socket);
    this.count(socket, 1);
    return () => {
      this.count(socket, -1);
    };
  }

  private begin(socket: Socket, answer: ServerResponse): void {
    answer.once('close', this.beginAnswer(socket));
  }

  private count(socket: Socket, change: number): void {
    const count = this.due.get(socket);
    if (count !== undefined) this.due.set(socket, count + change);
  }
}

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
