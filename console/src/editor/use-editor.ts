import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type Loaded, useLoaded } from '../parts/use-loaded';
import type * as EditorModule from './editor';

type Options = Omit<EditorModule.EditorOptions, 'parent' | 'text'> & {
  /** The text that the editor begins with; another object replaces what is written in it. */
  readonly given: { readonly text: string };
};

interface OpenedEditor {
  readonly frame: RefObject<HTMLDivElement | null>;
  /** Undefined until it has loaded. */
  readonly editor: RefObject<EditorModule.Editor | null>;
  readonly module: Loaded<typeof EditorModule>;
}

/** Opens an editor in the element `frame`. Its code is loaded when an editor is first needed. */
export function useEditor({ given, model, label, empty, onChange, onRun }: Options): OpenedEditor {
  const module = useLoaded(() => import('./editor'), []);
  const frame = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorModule.Editor>(null);
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  useEffect(() => {
    if (module.state !== 'loaded' || frame.current === null) return undefined;
    const opened = module.value.openEditor({
      parent: frame.current,
      label,
      empty,
      model,
      text: given.text,
      onChange: (next) => {
        latest.current.onChange(next);
      },
      onRun: () => {
        latest.current.onRun();
      },
    });
    editor.current = opened;
    return () => {
      opened.end();
    };
  }, [module, model]);
  useEffect(() => {
    if (editor.current?.text() !== given.text) editor.current?.setText(given.text);
  }, [given]);
  return { frame, editor, module };
}
