import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Row, Service } from '../api/service';
import type { ServiceFault } from '../api/service-fault';
import { ActionTable } from '../parts/action-table';
import { CopyButton } from '../parts/copy-button';
import { Fault } from '../parts/fault';
import { QuietButton } from '../parts/quiet-button';
import { printValue } from '../parts/print-value';
import { Show } from '../parts/show';
import { quoteName, quoteText } from '../parts/statements';
import { textOf } from '../parts/text-of';
import { faultOf } from '../parts/use-loaded';
import { useQuery } from '../parts/use-query';

interface Props {
  readonly ontology: string;
  readonly service: Service;
  readonly user: string;
}

/** The API tokens of a user: for programs that act for the user. */
export function Tokens({ ontology, service, user }: Props): JSX.Element {
  const [changes, setChanges] = useState(0);
  const [made, setMade] = useState<Row>();
  const [fault, setFault] = useState<ServiceFault>();
  const tokens = useQuery(service, ontology, `SHOW TOKENS FOR ${quoteName(user)}`, changes);
  const run = async (statement: string): Promise<void> => {
    setFault(undefined);
    try {
      const [row] = (await service.query(ontology, statement)).data;
      setMade(row);
    } catch (error) {
      setFault(faultOf(error));
    }
    setChanges(changes + 1);
  };
  const revoke = (name: string): void => {
    void run(`REVOKE TOKEN ${quoteText(name)} FROM USER ${quoteName(user)}`);
  };
  return (
    <>
      <Show of={tokens}>{({ data }: Result) => <TokenTable tokens={data} onRevoke={revoke} />}</Show>
      <NewToken ontology={ontology} user={user} onCreate={(statement) => void run(statement)} />
      {fault && <Fault fault={fault} />}
      {made?.token !== undefined && (
        <p role="status">
          Copy it now: it will not be shown again. <code>{printValue(made.token)}</code>{' '}
          <CopyButton label="Copy" text={() => printValue(made.token)} />
        </p>
      )}
    </>
  );
}

interface TableProps {
  readonly tokens: readonly Row[];
  readonly onRevoke: (name: string) => void;
}

/** Tokens of one name are revoked together, so that only the first of them has a button. */
function TokenTable({ tokens, onRevoke }: TableProps): JSX.Element {
  const names = tokens.map(({ name }) => printValue(name));
  const rows = tokens.map(({ name, created, expires }, index) => {
    const cells = [name, created, expires].map(printValue);
    const [own = ''] = cells;
    const count = names.filter((other) => other === own).length;
    const press = (): void => {
      onRevoke(own);
    };
    const button =
      count > 1 ? (
        <QuietButton label={`Revoke all ${count}`} name={`Revoke all ${count} of the name ${own}`} onPress={press} />
      ) : (
        <QuietButton label="Revoke" name={`Revoke ${own}`} onPress={press} />
      );
    return { key: String(index), cells, action: names.indexOf(own) === index && button };
  });
  return <ActionTable caption="Valid tokens" columns={['Token', 'Created', 'Expires', 'Revoke']} rows={rows} />;
}

interface NewTokenProps {
  readonly ontology: string;
  readonly user: string;
  readonly onCreate: (statement: string) => void;
}

/** Asks for the name and the limits of a new token. */
function NewToken({ ontology, user, onCreate }: NewTokenProps): JSX.Element {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const limits = [
      ...(form.has('reads') ? ["read_only = 'true'"] : []),
      ...(form.has('here') ? [`ontologies = ${quoteText(ontology)}`] : []),
    ];
    const options = limits.length === 0 ? '' : ` OPTIONS (${limits.join(', ')})`;
    onCreate(`CREATE TOKEN ${quoteText(textOf(form, 'name'))} FOR USER ${quoteName(user)}${options}`);
  };
  return (
    <form class="actions" onSubmit={submit}>
      <label>
        Name of a new token <input name="name" required maxLength={128} />
      </label>
      <label>
        <input type="checkbox" name="reads" defaultChecked /> only reads
      </label>
      <label>
        <input type="checkbox" name="here" defaultChecked /> only {ontology}
      </label>
      <button>Create</button>
    </form>
  );
}
