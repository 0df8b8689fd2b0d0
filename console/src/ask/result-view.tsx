import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Result, Row, Service } from '../api/service';
import { Fault } from '../parts/fault';
import { Choice } from '../parts/choice';
import { printValue } from '../parts/print-value';
import { RowTable } from '../parts/row-table';
import { Show } from '../parts/show';
import { useLoaded } from '../parts/use-loaded';
import type { Answer } from './use-answer';
import { chartOf } from './chart';
import { ChartView } from './chart-view';
import { SaveAs } from './save-as';
import { explanationOf } from './statement-place';

interface Props {
  readonly answer: Answer;
  readonly ontology: string;
  readonly service: Service;
}

const VIEWS = [
  ['rows', 'Rows'],
  ['chart', 'Chart'],
  ['plan', 'Statement for the database'],
] as const;
type View = (typeof VIEWS)[number][0];

/** The rows of an answer, a chart where they fit one, and the statement that the database has run. */
export function ResultView({ answer, ontology, service }: Props): JSX.Element {
  const [view, setView] = useState<View>('rows');
  const { statement, result, fault } = answer;
  if (fault !== undefined || result === undefined) return fault === undefined ? <p /> : <Fault fault={fault} />;
  const chart = chartOf(columnsOf(result), result.data);
  const views = VIEWS.filter(([name]) =>
    name === 'chart' ? chart : name === 'plan' ? explanationOf(statement) : true,
  );
  return (
    <section>
      <Choice name="What is shown" options={views} value={view} onChoose={setView}>
        <SaveAs ontology={ontology} statement={statement} service={service} />
        <span class="said">
          {result.data.length} {result.data.length === 1 ? 'row' : 'rows'}, {answer.milliseconds} ms
        </span>
      </Choice>
      {result.truncated === true && <p role="status">There are more rows than the service returns: add a condition.</p>}
      {result.warnings?.map((warning) => (
        <p key={warning} role="status">
          {warning}
        </p>
      ))}
      {view === 'rows' && <RowTable caption="Rows of the answer" columns={columnsOf(result)} rows={result.data} />}
      {view === 'chart' && chart && <ChartView chart={chart} />}
      {view === 'plan' && <Plan ontology={ontology} statement={statement} service={service} />}
    </section>
  );
}

function columnsOf({ columns, data }: Result): readonly string[] {
  return columns?.map(({ name }) => name) ?? Object.keys(data[0] ?? {});
}

interface StatementProps {
  readonly ontology: string;
  readonly statement: string;
  readonly service: Service;
}

function Plan({ ontology, statement, service }: StatementProps): JSX.Element {
  const plan = useLoaded(
    (signal) => service.query(ontology, explanationOf(statement) ?? '', signal),
    [service, statement],
  );
  return (
    <Show of={plan}>{({ data }: Result) => <pre>{data.map((row: Row) => printValue(row.PLAN)).join('\n')}</pre>}</Show>
  );
}
