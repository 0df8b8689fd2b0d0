import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Service } from '../api/service';
import { ServiceFault } from '../api/service-fault';
import type { Model } from '../model/model';
import { Fault } from '../parts/fault';
import { useEditor } from '../editor/use-editor';
import { explanationOf, faultOfStatement } from './statement-place';

interface Props {
  readonly model: Model;
  readonly service: Service;
  /** The statement that the editor begins with; another object replaces what is written in it. */
  readonly given: { readonly text: string };
  /** The statement as it is written now. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

/** The time without a key after which a statement is checked. */
const CHECK_AFTER_MS = 400;

/** The editor, which loads when it is first needed, with the errors of the statement at their places. */
export function StatementEditor({ model, service, given, text, onChange, onRun }: Props): JSX.Element {
  const empty = 'SELECT ... (Ctrl-Enter runs, Ctrl-Space completes)';
  const { frame, editor, module } = useEditor({ given, model, label: 'Statement', empty, onChange, onRun });
  useEffect(
    () =>
      checkLater(service, model.name, text, (fault) => {
        editor.current?.showFaults(fault === undefined ? [] : [fault]);
      }),
    [module, text],
  );
  if (module.state === 'failed') return <Fault fault={module.fault} />;
  return <div ref={frame} class="editor" aria-busy={module.state === 'loading'} />;
}

/** Explains the statement after a pause, and reports its error or undefined. Returns a function that ends that. */
function checkLater(
  service: Service,
  ontology: string,
  text: string,
  report: (fault: ServiceFault | undefined) => void,
): () => void {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    const explanation = explanationOf(text);
    if (explanation === undefined) {
      report(undefined);
      return;
    }
    service.query(ontology, explanation, controller.signal).then(
      () => {
        report(undefined);
      },
      (error: unknown) => {
        if (
          (error instanceof ServiceFault && error.status === 400) ||
          (error instanceof ServiceFault && error.status === 404)
        )
          report(faultOfStatement(error));
      },
    );
  }, CHECK_AFTER_MS);
  return () => {
    clearTimeout(timer);
    controller.abort();
  };
}
