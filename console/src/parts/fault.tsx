import type { JSX } from 'preact';
import type { ServiceFault } from '../api/service-fault';

/** Shows an error with its place and its hint. */
export function Fault({ fault }: { readonly fault: ServiceFault }): JSX.Element {
  const { message, hint, position } = fault;
  return (
    <p class="fault" role="alert">
      {message}
      {position && ` (line ${position.line}, column ${position.column})`}
      {hint !== undefined && <span class="hint">{hint}</span>}
    </p>
  );
}
