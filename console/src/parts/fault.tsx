import type { JSX } from 'preact';

interface ShownFault {
  readonly message: string;
  readonly hint?: string | undefined;
  readonly position?: { readonly line: number; readonly column: number } | undefined;
}

/** Shows an error with its place and its hint. */
export function Fault({ fault }: { readonly fault: ShownFault }): JSX.Element {
  const { message, hint, position } = fault;
  return (
    <p class="fault" role="alert">
      {message}
      {position && ` (line ${position.line}, column ${position.column})`}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </p>
  );
}
