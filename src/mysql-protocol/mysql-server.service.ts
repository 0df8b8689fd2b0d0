import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, type SecureContext } from 'node:tls';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { version } from '../../package.json';
import { AuditLogService } from '../audit';
import { Environment } from '../config';
import { OpenConnections } from '../http';
import { ConnectionAccounts } from './connection/connection-accounts';
import { MysqlConnection } from './connection/mysql-connection';
import type { ConnectionServices, ConnectionSettings } from './connection/connection-services';
import { networkChecker } from './connection/proxy-header';
import { StatementLimits } from './connection/statement-limits';
import type { ListedConnection } from './metadata/metadata-table';
import { errorPacket } from './packets/print-results';
import { PacketStream } from './packets/packet-stream';
import { sentError, shuttingDown, tooManyConnections, unknownConnection } from './session/refusal';
import { SessionStatementsService } from './session/session-statements.service';

/** The version that clients see: that of a MySQL whose protocol and dialect the service has, with its own name and version. */
export const SERVER_VERSION = `8.0.36-ontology-query-service-${version}`;
const LOOPBACK_HOST = /^(?:localhost|127\.[\d.]+|::1)$/;
const IDLE_SECONDS = 28_800;
const UNREAD_MARGIN_MS = 1000;
const MOST_IDS = 2 ** 32;

/** The server of the MySQL protocol on `MYSQL_PORT` (docs/sql-clients.md). */
@Injectable()
export class MysqlServerService implements OnApplicationShutdown {
  private readonly log = new Logger('MySQL protocol');
  private readonly connections = new Map<number, MysqlConnection>();
  private readonly servers: Server[] = [];
  private lastId = 0;

  constructor(
    private readonly environment: Environment,
    private readonly accounts: ConnectionAccounts,
    private readonly statements: SessionStatementsService,
    private readonly limits: StatementLimits,
    private readonly auditLog: AuditLogService,
    private readonly open: OpenConnections,
  ) {}

  /** The number of connections, those before their log-in included. */
  get count(): number {
    return this.connections.size;
  }

  /** Opens the port and returns it; undefined where none is set, or where tokens are not yet stored as this protocol needs them. */
  async listen(): Promise<number | undefined> {
    const { mysqlPort, host } = this.environment;
    if (mysqlPort === undefined) return undefined;
    const tls = this.readTls();
    this.refuseUnprotected(tls);
    if (!(await this.accounts.tokens.isMigrated())) {
      this.log.error('MYSQL_PORT stays closed until "npm run tool -- token finish-migration" has run');
      return undefined;
    }
    const server = createServer({ allowHalfOpen: false, noDelay: true, keepAlive: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(mysqlPort, host, resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : mysqlPort;
    const services = this.servicesFor(this.settingsFor(tls, port));
    server.on('connection', (socket) => void this.accept(socket, services));
    this.servers.push(server);
    this.log.log(`listening on ${host}:${port}`);
    return port;
  }

  onApplicationShutdown(): void {
    for (const server of this.servers) server.close();
  }

  private async accept(socket: Socket, services: ConnectionServices): Promise<void> {
    socket.on('error', () => socket.destroy());
    socket.on('timeout', () => socket.destroy());
    const refusal = this.open.areEnding
      ? shuttingDown()
      : this.connections.size >= this.environment.mysqlMaxConnections
        ? tooManyConnections()
        : undefined;
    if (refusal !== undefined) {
      const packets = new PacketStream(socket, {
        mostBytes: 0,
        arrivalMs: UNREAD_MARGIN_MS,
        unreadMs: UNREAD_MARGIN_MS,
      });
      packets.write(errorPacket(sentError(refusal)));
      await packets.flush().catch(() => undefined);
      socket.destroySoon();
      return;
    }
    this.open.add(socket);
    const id = this.nextId();
    const connection = new MysqlConnection(id, socket, plainAddress(socket.remoteAddress), services);
    this.connections.set(id, connection);
    socket.once('close', () => this.connections.delete(id));
    await connection.serve();
  }

  private nextId(): number {
    do this.lastId = (this.lastId + 1) % MOST_IDS;
    while (this.connections.has(this.lastId));
    return this.lastId;
  }

  private servicesFor(settings: ConnectionSettings): ConnectionServices {
    const { statements, limits, auditLog, open } = this;
    const { logIns, callers } = this.accounts;
    return {
      ...{ settings, logIns, callers, statements, limits, auditLog, open },
      onFault: (error) => {
        this.log.error(error);
      },
      listOf: (userId) => this.listOf(userId),
      kill: (userId, id, queryOnly) => {
        const found = this.connections.get(id);
        if (found?.listed?.userId !== userId) throw unknownConnection(id);
        found.kill(queryOnly);
      },
    };
  }

  private listOf(userId: string): readonly ListedConnection[] {
    return [...this.connections.values()].flatMap(({ listed }) => (listed?.userId === userId ? [listed] : []));
  }

  private settingsFor(tls: SecureContext | undefined, port: number): ConnectionSettings {
    const { maxBodyBytes, headersTimeoutMs, requestTimeoutMs, queryTimeoutMs, mysqlAllowPlain, host } =
      this.environment;
    return {
      version: SERVER_VERSION,
      maxPacketBytes: maxBodyBytes,
      hasTls: tls !== undefined,
      port,
      idleSeconds: IDLE_SECONDS,
      statementMs: queryTimeoutMs,
      hostName: host,
      logInMs: headersTimeoutMs,
      arrivalMs: requestTimeoutMs,
      unreadMs: queryTimeoutMs + UNREAD_MARGIN_MS,
      tls,
      allowsPlain: mysqlAllowPlain,
      isProxy: networkChecker(this.environment.trustProxy),
    };
  }

  private readTls(): SecureContext | undefined {
    const { mysqlTlsCert, mysqlTlsKey } = this.environment;
    if (mysqlTlsCert === '' && mysqlTlsKey === '') return undefined;
    if (mysqlTlsCert === '' || mysqlTlsKey === '')
      throw new Error('MYSQL_TLS_CERT and MYSQL_TLS_KEY must be set together');
    try {
      return createSecureContext({
        cert: readFileSync(mysqlTlsCert),
        key: readFileSync(mysqlTlsKey),
        minVersion: 'TLSv1.2',
      });
    } catch {
      throw new Error('MYSQL_TLS_CERT and MYSQL_TLS_KEY must name files with a certificate and its key in PEM');
    }
  }

  /** Rejects settings with which clients of other machines would send their statements unprotected. */
  private refuseUnprotected(tls: SecureContext | undefined): void {
    const { host, mysqlAllowPlain } = this.environment;
    if (tls !== undefined || mysqlAllowPlain || LOOPBACK_HOST.test(host)) return;
    throw new Error(
      'MYSQL_PORT needs MYSQL_TLS_CERT and MYSQL_TLS_KEY where HOST is not this machine only, or MYSQL_ALLOW_PLAIN=true',
    );
  }
}

/** Returns an IPv4 address as such, which a server on all addresses sees as one of IPv6. */
function plainAddress(address = ''): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}
