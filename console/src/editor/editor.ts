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
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Model } from '../model/model';
import { complete, type Suggestion } from './complete';

export interface Editor {
  readonly text: () => string;
  readonly setText: (text: string) => void;
  /** Underlines the places of these, instead of those before. */
  readonly showFaults: (faults: readonly PlacedFault[]) => void;
  /** Moves the cursor to the beginning of a line, from 1. */
  readonly goToLine: (line: number) => void;
  readonly end: () => void;
}

/** What is wrong with a text, and where. */
export interface PlacedFault {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly position?: { readonly line: number; readonly column: number } | undefined;
  /** Whether the text can be used nevertheless. */
  readonly isWarning?: boolean;
}

export interface EditorOptions {
  readonly parent: HTMLElement;
  /** The name of the editor for screen readers. */
  readonly label: string;
  /** What is shown where there is no text. */
  readonly empty: string;
  /** The model whose names are suggested; without one nothing is suggested. */
  readonly model?: Model | undefined;
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

/** Opens an editor of statements. It lies in a shadow root, where its styles do not need an inline element. */
export function openEditor(options: EditorOptions): Editor {
  const { parent, text } = options;
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: 'open' });
  const state = EditorState.create({ doc: text, extensions: extensionsOf(options) });
  const view = new EditorView({ root, parent: root, state });
  return {
    text: () => view.state.doc.toString(),
    setText: (next) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    showFaults: (faults) => {
      const diagnostics = faults.map((fault) => diagnosticOf(view.state, fault)).toSorted((a, b) => a.from - b.from);
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goToLine: (line) => {
      const { from } = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
      view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
      view.focus();
    },
    end: () => {
      view.destroy();
    },
  };
}

function extensionsOf({ label, empty, model, onChange, onRun }: EditorOptions): Extension {
  const run = { key: 'Ctrl-Enter', mac: 'Cmd-Enter', run: () => (onRun(), true) };
  return [
    Prec.highest(keymap.of([run, { key: 'Tab', run: acceptCompletion }])),
    lineNumbers(),
    history(),
    bracketMatching(),
    sql({ dialect: MySQL }),
    syntaxHighlighting(COLOURS),
    model === undefined ? [] : autocompletion({ icons: false, override: [(context) => suggest(model, context)] }),
    keymap.of([...completionKeymap, ...defaultKeymap, ...historyKeymap]),
    placeholder(empty),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of(({ docChanged, state }) => {
      if (docChanged) onChange(state.doc.toString());
    }),
    THEME,
  ];
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

function diagnosticOf({ doc }: EditorState, { message, hint, position, isWarning }: PlacedFault): Diagnostic {
  const line = doc.line(Math.min(position?.line ?? 1, doc.lines));
  const from = Math.min(line.from + (position?.column ?? 1) - 1, line.to);
  const [word = ''] = /^[\p{L}\p{N}_]+|^./u.exec(line.text.slice(from - line.from)) ?? [];
  return {
    from,
    to: from + word.length,
    severity: isWarning === true ? 'warning' : 'error',
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
