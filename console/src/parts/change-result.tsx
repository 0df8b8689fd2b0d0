import type { JSX } from 'preact';
import { Fault } from './fault';
import type { Change } from './use-change';

/** Says whether the latest statement was done, and which it was. */
export function ChangeResult({ change: { fault, done } }: { readonly change: Change }): JSX.Element {
  return (
    <div aria-live="polite">
      {fault && <Fault fault={fault} />}
      {done !== undefined && (
        <p role="status">
          Done: <code>{hidePassword(done)}</code>
        </p>
      )}
    </div>
  );
}

function hidePassword(statement: string): string {
  return statement.replace(/(\bPASSWORD )'(?:[^'\\]|''|\\.)*'/s, "$1'...'");
}
