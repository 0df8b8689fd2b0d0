import { Injectable } from '@nestjs/common';
import { UserRightsService } from '../../auth';
import type { ShowAccess } from '../../compiler/statement';
import { Environment } from '../../config';
import { locateRefusal, ServiceError, suggest } from '../../errors';
import type { GivenRows } from '../../http';
import { allows, type Caller, type Concept, type Identifier, nameKey, type Ontology } from '../../model';
import { accessRows } from '../planning/access-rows';

/** Explains what users see of a concept (SHOW ACCESS). */
@Injectable()
export class AccessService {
  constructor(
    private readonly environment: Environment,
    private readonly userRights: UserRightsService,
  ) {}

  /** Rejects an unknown concept, and callers without ADMIN on the ontology. */
  check(caller: Caller, ontology: Ontology, { concept }: ShowAccess): void {
    accessibleConcept(caller, ontology, concept);
  }

  /** Returns the rows of the statement. Rejects an unknown user too. */
  async rows(caller: Caller, ontology: Ontology, statement: ShowAccess): Promise<GivenRows> {
    const concept = accessibleConcept(caller, ontology, statement.concept);
    const rights = await locateRefusal(statement.user.at, () => this.userRights.rightsOf(caller, statement.user));
    const { serviceName, maskColumns } = this.environment;
    return accessRows({ ontology, concept, rights, serviceName, maskColumns });
  }
}

/** Returns a concept by its name. Rejects callers without ADMIN on the ontology: they may not see its policies and the rights of others. */
function accessibleConcept(caller: Caller, ontology: Ontology, { name, at }: Identifier): Concept {
  if (!allows(caller, 'ADMIN', { kind: 'ontology', ontology: ontology.name }))
    throw new ServiceError('auth_forbidden', `this needs the right ADMIN on ontology "${ontology.name}"`);
  const concept = ontology.concepts.get(nameKey(name));
  if (concept !== undefined) return concept;
  const names = [...ontology.concepts.values()].map((known) => known.name);
  const hint = ontology.views.has(nameKey(name))
    ? 'this is a view: ask for the concepts that it reads'
    : suggest(name, names);
  throw new ServiceError('ontology_unknown_definition', `there is no concept "${name}"`, { hint, offset: at });
}
