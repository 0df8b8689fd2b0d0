import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly title: string;
  /** Draws the section, which reads nothing before it is opened. */
  readonly children: () => JSX.Element;
}

/** A section that is drawn while it is open. */
export function OnDemand({ title, children }: Props): JSX.Element {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      onToggle={({ currentTarget }) => {
        setIsOpen(currentTarget.open);
      }}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
