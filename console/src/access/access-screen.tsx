import type { JSX } from 'preact';
import type { Service } from '../api/service';
import type { Model } from '../model/model';
import { ChangeResult } from '../parts/change-result';
import { useChange } from '../parts/use-change';
import { Accounts } from './accounts';
import { Permissions } from './permissions';
import { Policies } from './policies';
import { TokensOfUser } from './tokens-of-user';
import { WhoSeesWhat } from './who-sees-what';

interface Props {
  readonly model: Model;
  readonly service: Service;
}

/** Who may do what with the ontology, what they see of it and why, and the users and roles. */
export function AccessScreen({ model, service }: Props): JSX.Element {
  const change = useChange(service, model.name);
  return (
    <>
      <h1>Access</h1>
      <p>For administrators of the ontology. Users and roles concern all ontologies.</p>
      <ChangeResult change={change} />
      <WhoSeesWhat model={model} service={service} changes={change.times} />
      <Permissions ontology={model.name} service={service} change={change} />
      <Policies model={model} service={service} change={change} />
      <Accounts ontology={model.name} service={service} change={change} />
      <TokensOfUser ontology={model.name} service={service} />
    </>
  );
}
