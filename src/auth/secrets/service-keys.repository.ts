import { Injectable } from '@nestjs/common';
import { Repository } from '../../system-database';

interface Row {
  readonly name: string;
  readonly secret: string;
}

/** The table `service_keys`: sealed secrets that all instances share. */
@Injectable()
export class ServiceKeysRepository extends Repository {
  async find(name: string): Promise<string | undefined> {
    return (await this.rows().where({ name }).first('secret'))?.secret;
  }

  /** Has no effect where the name is taken: another instance was first. */
  async insertOnce(name: string, secret: string): Promise<void> {
    await this.rows().insert({ name, secret }).onConflict('name').ignore();
  }

  private rows() {
    return this.database<Row>('service_keys');
  }
}
