import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Service } from '../api/service';
import { mainConcepts, type Model } from '../model/model';
import { CopyButton } from '../parts/copy-button';
import { printQueryCurl } from '../parts/print-curl';
import { conceptStatement } from '../parts/statements';
import { printRoute, type Route } from '../route';
import { replaceRoute } from '../use-route';
import { addToHistory, readHistory } from './history';
import { ResultView } from './result-view';
import { StatementEditor } from './statement-editor';
import { panelId, TabBar } from './tab-bar';
import { addTab, closeTab, writeInTab } from './tabs';
import { useAnswer } from './use-answer';
import { useTabs } from './use-tabs';

interface Props {
  readonly model: Model;
  readonly service: Service;
  /** The statement of the address. */
  readonly start: string;
}

/** Runs statements, each in a tab of its own, and shows their rows. */
export function AskScreen({ model, service, start }: Props): JSX.Element {
  const [tabs, change] = useTabs(model.name, start, firstStatement(model));
  return (
    <>
      <h1>Ask</h1>
      <TabBar
        tabs={tabs}
        onShow={(active) => {
          change(({ all }) => ({ all, active }));
        }}
        onAdd={() => {
          change((before) => addTab(before, ''));
        }}
        onClose={(id) => {
          change((before) => closeTab(before, id));
        }}
      />
      {tabs.all.map(({ id, text }) => (
        <div key={id} id={panelId(id)} role="tabpanel" aria-label="Statement and its rows" hidden={id !== tabs.active}>
          <StatementPanel
            model={model}
            service={service}
            text={text}
            onChange={(next) => {
              change((before) => writeInTab(before, id, next));
            }}
          />
        </div>
      ))}
    </>
  );
}

interface PanelProps extends Omit<Props, 'start'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** One statement, and the rows of its latest run. */
function StatementPanel({ model, service, text, onChange }: PanelProps): JSX.Element {
  const [past, setPast] = useState(readHistory);
  const { answer, runs, run, cancel } = useAnswer(service, model.name);
  const { given, write } = useGiven(text, onChange);
  const route: Route = { screen: 'ask', ontology: model.name, statement: text };
  const runText = (): void => {
    replaceRoute(route);
    setPast(addToHistory(text));
    run(text);
  };
  return (
    <>
      <StatementEditor model={model} service={service} given={given} text={text} onChange={write} onRun={runText} />
      <p class="actions">
        {runs ? (
          <button type="button" onClick={cancel}>
            Cancel
          </button>
        ) : (
          <button type="button" class="main" onClick={runText}>
            Run
          </button>
        )}
        <CopyButton label="Copy as curl" text={() => printQueryCurl(model.name, text)} />
        <CopyButton label="Copy a link" text={() => new URL(printRoute(route), location.href).href} />
        <History statements={past} onChoose={onChange} />
      </p>
      <div aria-live="polite" aria-busy={runs}>
        {answer && <ResultView key={answer.statement} answer={answer} ontology={model.name} service={service} />}
      </div>
    </>
  );
}

interface Given {
  /** Another object for each text that was not written in the editor, which would otherwise lose what was typed since. */
  readonly given: { readonly text: string };
  readonly write: (text: string) => void;
}

function useGiven(text: string, onChange: (text: string) => void): Given {
  const written = useRef(text);
  const given = useRef({ text });
  if (text !== written.current) {
    written.current = text;
    given.current = { text };
  }
  const write = (next: string): void => {
    written.current = next;
    onChange(next);
  };
  return { given: given.current, write };
}

function firstStatement(model: Model): string {
  const [concept] = mainConcepts(model, 1);
  return concept === undefined ? '' : conceptStatement(concept);
}

function History({
  statements,
  onChoose,
}: {
  readonly statements: readonly string[];
  readonly onChoose: (statement: string) => void;
}): JSX.Element | null {
  if (statements.length === 0) return null;
  return (
    <label>
      <span class="hidden">Earlier statements</span>
      <select
        value=""
        onChange={({ currentTarget }) => {
          onChoose(statements[Number(currentTarget.value)] ?? '');
        }}
      >
        <option value="">Earlier statements</option>
        {statements.map((statement, index) => (
          <option key={statement} value={index}>
            {statement.replaceAll(/\s+/g, ' ').slice(0, 80)}
          </option>
        ))}
      </select>
    </label>
  );
}
