import { Global, Module } from '@nestjs/common';
import { AccountsService, SecretBoxService } from './auth';
import { OntologyRights, SecretCipher } from './ontologies';

/** Gives `ontologies` what it asks of `auth`, so that neither folder imports the other. */
@Global()
@Module({
  providers: [
    { provide: OntologyRights, useExisting: AccountsService },
    { provide: SecretCipher, useExisting: SecretBoxService },
  ],
  exports: [OntologyRights, SecretCipher],
})
export class PortsModule {}
