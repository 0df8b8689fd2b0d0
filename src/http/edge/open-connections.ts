import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

/** The connections of the server and how many answers are due on each, so that it can end them without breaking off an answer. */
@Injectable()
export class OpenConnections {
  private readonly due = new Map<Socket, number>();
  private isEnding = false;

  /** Answers that are due on all connections. */
  get answersDue(): number {
    return [...this.due.values()].reduce((sum, count) => sum + count, 0);
  }

  /** To be called before routes are added. An answer of which nothing was read for `unreadMs` is broken off. */
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

  /** From now on an answer is the last one on its connection. */
  endAfterAnswers(): void {
    this.isEnding = true;
  }

  /** Ends the connections on which no answer is due, also those whose request has not arrived whole. */
  endIdle(): void {
    for (const [socket, count] of this.due) if (count === 0) socket.destroySoon();
  }

  /** Ends all connections at once; who works at an answer hears of it as if the client had left. */
  breakOff(): void {
    for (const socket of this.due.keys()) socket.destroy();
  }

  private add(socket: Socket): void {
    if (this.due.has(socket)) return;
    this.due.set(socket, 0);
    socket.once('close', () => this.due.delete(socket));
  }

  private begin(socket: Socket, answer: ServerResponse): void {
    this.add(socket);
    this.count(socket, 1);
    answer.once('close', () => {
      this.count(socket, -1);
    });
  }

  private count(socket: Socket, change: number): void {
    const count = this.due.get(socket);
    if (count !== undefined) this.due.set(socket, count + change);
  }
}
