import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Service } from '../api/service';
import { useEditor } from '../editor/use-editor';
import { Fault } from '../parts/fault';
import { type Findings, useReview } from './use-review';

interface Props {
  readonly service: Service;
  readonly script: string;
  /** The password of the data source, which the script does not show. */
  readonly password: string | undefined;
  /** The ontology that the draft is a part of; undefined: the draft defines a new one. */
  readonly into: string | undefined;
  readonly onApply: (ontology: string) => void;
}

/** The draft in an editor, with what the service finds wrong in it at its places, until it is applied. */
export function DraftReview({ service, script, password, into, onApply }: Props): JSX.Element {
  const [given] = useState({ text: script });
  const [text, setText] = useState(script);
  const { findings, waits, check, apply } = useReview({ service, text, password, into, onApply });
  const { frame, editor, module } = useEditor({ given, label: 'Draft', empty: '', onChange: setText, onRun: check });
  useEffect(() => {
    editor.current?.showFaults(findings ?? []);
  }, [findings, module]);
  return (
    <section>
      <h2>Draft</h2>
      <p>
        Rename what needs other names, and describe what a stranger would not understand. The lines after “--” say what
        was guessed, and why.
      </p>
      {module.state === 'failed' ? (
        <Fault fault={module.fault} />
      ) : (
        <div ref={frame} class="editor tall" aria-busy={module.state === 'loading'} />
      )}
      <p class="actions">
        <button type="button" disabled={waits} onClick={check}>
          Check
        </button>
        <button type="button" class="main" disabled={waits} onClick={apply}>
          Apply
        </button>
      </p>
      <FindingList
        findings={findings}
        onChoose={(line) => {
          editor.current?.goToLine(line);
        }}
      />
    </section>
  );
}

interface ListProps {
  readonly findings: Findings;
  readonly onChoose: (line: number) => void;
}

function FindingList({ findings, onChoose }: ListProps): JSX.Element {
  return (
    <div aria-live="polite">
      {findings?.length === 0 && <p>Nothing is wrong: the script can be applied.</p>}
      {findings?.map((finding) => {
        const { message, hint, position, isWarning = false } = finding;
        return (
          <p key={`${position?.line ?? ''} ${message}`} class={isWarning ? undefined : 'fault'}>
            {position && (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  onChoose(position.line);
                }}
              >
                Line {position.line}
              </button>
            )}{' '}
            {message}
            {hint !== undefined && <span class="hint">{hint}</span>}
          </p>
        );
      })}
    </div>
  );
}
