import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

interface Row {
  readonly name: string;
  readonly secret: string;
}

/** The table `service_keys`: encrypted secrets that all instances share. */
@Injectable()
export class ServiceKeysRepository extends Repository {
  async find(name: string): Promise<string | undefined> {
    return (await this.rows().where({ name }).first('secret'))?.secret;
  }

  /** Inserts a secret unless the name exists, because another instance was first. */
  async insertOnce(name: string, secret: string): Promise<void> {
    await this.rows().insert({ name, secret }).onConflict('name').ignore();
  }

  /** Replaces a secret, unless it is no longer `former`. */
  async replace(name: string, former: string, secret: string): Promise<void> {
    await this.rows().where({ name, secret: former }).update({ secret });
  }

  private rows() {
    return this.database<Row>('service_keys');
  }
}
