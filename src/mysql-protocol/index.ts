export { MysqlProtocolModule } from './mysql-protocol.module';
export { MysqlServerService, SERVER_VERSION } from './mysql-server.service';
