import { Module } from '@nestjs/common';
import { HealthModule } from '../health';
import { OntologiesModule } from '../ontologies';
import { QueryModule } from '../query';
import { ConnectionAccounts } from './connection/connection-accounts';
import { StatementLimits } from './connection/statement-limits';
import { MysqlServerService } from './mysql-server.service';
import { DatabasesService } from './session/databases.service';
import { SessionParserService } from './session/session-parser.service';
import { SessionStatementsService } from './session/session-statements.service';
import { StatementResolverService } from './session/statement-resolver.service';

/** The MySQL protocol, with which SQL tools ask ontologies (docs/sql-clients.md). */
@Module({
  imports: [HealthModule, OntologiesModule, QueryModule],
  providers: [
    ConnectionAccounts,
    DatabasesService,
    MysqlServerService,
    SessionParserService,
    SessionStatementsService,
    StatementLimits,
    StatementResolverService,
  ],
  exports: [MysqlServerService],
})
export class MysqlProtocolModule {}
