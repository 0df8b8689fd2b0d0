import type { JSX } from 'preact';
import { AccessScreen } from './access/access-screen';
import { AccountScreen } from './account/account-screen';
import type { Service } from './api/service';
import { AskScreen } from './ask/ask-screen';
import { AuditScreen } from './audit/audit-screen';
import { DataScreen } from './entities/data-screen';
import { EntityScreen } from './entities/entity-screen';
import { HistoryScreen } from './history/history-screen';
import type { Model } from './model/model';
import { OntologyScreen } from './ontology/ontology-screen';
import type { Route } from './route';
import { ConnectPage } from './sources/connect-page';
import { SourcesScreen } from './sources/sources-screen';

interface Props {
  readonly route: Route;
  readonly model: Model;
  readonly service: Service;
  readonly user: string;
  /** Called after the ontology has changed. */
  readonly onChange: () => void;
  /** Called with the name of an ontology that was created, or changed by another data source. */
  readonly onApply: (ontology: string) => void;
}

/** What the address shows of an ontology. */
export function Screen({ route, model, service, user, onChange, onApply }: Props): JSX.Element | null {
  switch (route.screen) {
    case 'home':
      return null;
    case 'ontology':
      return <OntologyScreen model={model} service={service} selected={route.concept} />;
    case 'data':
      return <DataScreen key={route.concept} model={model} service={service} route={route} />;
    case 'entity':
      return <EntityScreen key={`${route.concept} ${route.id}`} model={model} service={service} route={route} />;
    case 'sources':
      return <SourcesScreen key={model.name} model={model} service={service} />;
    case 'connect':
      return <ConnectPage key={model.name} service={service} ontology={model.name} onApply={onApply} />;
    case 'access':
      return <AccessScreen key={model.name} model={model} service={service} />;
    case 'audit':
      return <AuditScreen key={model.name} model={model} service={service} />;
    case 'account':
      return <AccountScreen ontology={model.name} service={service} user={user} />;
    case 'history':
      return (
        <HistoryScreen
          key={model.version}
          model={model}
          service={service}
          selected={route.version}
          onChange={onChange}
        />
      );
    case 'ask':
      return <AskScreen key={model.name} model={model} service={service} start={route.statement} />;
  }
}
