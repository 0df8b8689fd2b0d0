import { Global, Module } from '@nestjs/common';
import { AccountsService, SecretBoxService } from './auth';
import { OntologyRights, SecretCipher } from './ontologies';

/** Binds the interfaces that `ontologies` needs to services of `auth`, so that neither folder imports the other. */
@Global()
@Module({
  providers: [
    { provide: OntologyRights, useExisting: AccountsService },
    { provide: SecretCipher, useExisting: SecretBoxService },
  ],
  exports: [OntologyRights, SecretCipher],
})
export class PortsModule {}
