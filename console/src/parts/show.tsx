import type { ComponentChildren, JSX } from 'preact';
import { Fault } from './fault';
import type { Loaded } from './use-loaded';

interface Props<Value> {
  readonly of: Loaded<Value>;
  readonly children: (value: Value) => ComponentChildren;
}

/** Shows a loaded value, or that it is loading, or why there is none. */
export function Show<Value>({ of, children }: Props<Value>): JSX.Element {
  if (of.state === 'loading') return <p aria-busy="true">Loading ...</p>;
  if (of.state === 'failed') return <Fault fault={of.fault} />;
  return <>{children(of.value)}</>;
}
