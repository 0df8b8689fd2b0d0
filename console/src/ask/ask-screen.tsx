import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
import { useAnswer } from './use-answer';

interface Props {
  readonly model: Model;
  readonly service: Service;
  /** The statement of the address. */
  readonly start: string;
}

/** Runs statements, and shows their rows. */
export function AskScreen({ model, service, start }: Props): JSX.Element {
  const [given, setGiven] = useState({ text: start === '' ? firstStatement(model) : start });
  const [text, setText] = useState(given.text);
  const [past, setPast] = useState(readHistory);
  const { answer, runs, run, cancel } = useAnswer(service, model.name);
  const give = (statement: string): void => {
    setGiven({ text: statement });
    setText(statement);
  };
  useEffect(() => {
    if (start !== '') give(start);
  }, [start]);
  const route: Route = { screen: 'ask', ontology: model.name, statement: text };
  const runText = (): void => {
    replaceRoute(route);
    setPast(addToHistory(text));
    run(text);
  };
  return (
    <>
      <h1>Ask</h1>
      <StatementEditor model={model} service={service} given={given} text={text} onChange={setText} onRun={runText} />
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
        <History statements={past} onChoose={give} />
      </p>
      <div aria-live="polite" aria-busy={runs}>
        {answer && <ResultView key={answer.statement} answer={answer} ontology={model.name} service={service} />}
      </div>
    </>
  );
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
