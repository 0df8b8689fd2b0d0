import { IsInt, IsOptional, Max, Min } from 'class-validator';
import { Type } from 'class-transformer';
import { Flag } from './flag';
import { WholeNumber } from './whole-number';

/** The settings of the MySQL protocol (docs/settings.md), validated, with their defaults. */
export abstract class MysqlSettings {
  /** The port on which clients of the MySQL protocol are served; 0 selects any free port. Absent: none are. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(65_535)
  readonly mysqlPort?: number;

  /** The files of the certificate and its key, in PEM, with which the port accepts TLS. Empty: it does not. */
  readonly mysqlTlsCert: string = '';
  readonly mysqlTlsKey: string = '';

  /** Whether clients of other machines may connect without TLS. */
  @Flag()
  readonly mysqlAllowPlain: boolean = false;

  /** Whether the columns of concepts that a relationship leads to, one each, are columns in the metadata. */
  @Flag()
  readonly mysqlPathColumns: boolean = false;

  /** Whether rows of MySQL servers are copied from packet to packet; only with `mysqlPrintPackets`. */
  @Flag()
  readonly mysqlPassPackets: boolean = true;

  @WholeNumber(1, 100_000)
  readonly mysqlMaxConnections: number = 500;
}
