import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { MySQL, sql } from '@codemirror/lang-sql';
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { ServiceFault } from '../api/service-fault';
import type { Model } from '../model/model';
import { complete, type Suggestion } from './complete';

export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** Underlines the place of an error; undefined removes it. */
  readonly showFault: (fault: ServiceFault | undefined) => void;
  readonly end: () => void;
}

interface Options {
  readonly parent: HTMLElement;
  readonly model: Model;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onRun: () => void;
}

/** Suggestions of the model come before functions and keywords. */
const RANKS: Readonly<Record<Suggestion['kind'], number>> = {
  property: 9,
  relationship: 8,
  concept: 9,
  view: 8,
  function: 1,
  keyword: 0,
};

/** Opens the editor of statements. It lies in a shadow root, where its styles do not need an inline element. */
export function openEditor({ parent, model, text, onChange, onRun }: Options): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const run = { key: 'Ctrl-Enter', mac: 'Cmd-Enter', run: () => (onRun(), true) };
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: text,
      extensions: [
        Prec.highest(keymap.of([run, { key: 'Tab', run: acceptCompletion }])),
        lineNumbers(),
        history(),
        bracketMatching(),
        sql({ dialect: MySQL }),
        syntaxHighlighting(COLOURS),
        autocompletion({ icons: false, override: [(context) => suggest(model, context)] }),
        keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
        placeholder('SELECT ... (Ctrl-Enter runs, Ctrl-Space completes)'),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': 'Statement' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onChange(state.doc.toString());
        }),
        THEME,
      ],
    }),
  });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    showFault: (fault) => {
      view.dispatch(setDiagnostics(view.state, fault === undefined ? [] : [diagnosticOf(view.state, fault)]));
    },
    end: () => {
      view.destroy();
    },
  };
}

/** Suggests what fits at the cursor; without a key for it only after the beginning of a word, or inside of a path. */
function suggest(model: Model, { state, pos, explicit }: CompletionContext): CompletionResult | null {
  const statement = state.doc.toString();
  const { from, suggestions } = complete(model, statement, pos);
  if (!explicit && from === pos && statement[pos - 1] !== '.') return null;
  const options = suggestions.map(({ label, insert, detail, info, kind }): Completion => {
    return { label, detail, boost: RANKS[kind], ...(info !== '' && { info }), apply: applyText(insert, kind) };
  });
  return { from, options, validFor: /^[\p{L}\p{N}_[\]]*$/u };
}

/** Inserts the text, and offers the next step after a step of a path. */
function applyText(insert: string, kind: Suggestion['kind']): NonNullable<Completion['apply']> {
  return (view, _completion, from, to) => {
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.complete',
    });
    if (kind === 'relationship') startCompletion(view);
  };
}

function diagnosticOf({ doc }: EditorState, { message, hint, position }: ServiceFault): Diagnostic {
  const line = doc.line(Math.min(position?.line ?? 1, doc.lines));
  const from = Math.min(line.from + (position?.column ?? 1) - 1, line.to);
  const [word = ''] = /^[\p{L}\p{N}_]+|^./u.exec(line.text.slice(from - line.from)) ?? [];
  return {
    from,
    to: from + word.length,
    severity: 'error',
    message: hint === undefined ? message : `${message}: ${hint}`,
  };
}

/** Colours with enough contrast, light and dark. */
const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--accent)' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--literal)' },
  { tag: tags.comment, color: 'var(--quiet)' },
]);

const THEME = EditorView.theme({
  '&': { fontSize: '0.95rem', color: 'var(--ink)', backgroundColor: 'var(--ground)' },
  '.cm-content': { minHeight: '7rem', caretColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--quiet)', backgroundColor: 'transparent', border: 'none' },
  '.cm-tooltip': { color: 'var(--ink)', backgroundColor: 'var(--raised)', border: '1px solid var(--quiet)' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { color: 'var(--ground)', backgroundColor: 'var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
});
