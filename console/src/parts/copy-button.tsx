import type { JSX } from 'preact';
import { useState } from 'preact/hooks';

interface Props {
  readonly label: string;
  readonly text: () => string;
}

/** Copies a text, and says whether that was possible. */
export function CopyButton({ label, text }: Props): JSX.Element {
  const [said, say] = useState('');
  const copy = (): void => {
    navigator.clipboard.writeText(text()).then(
      () => {
        say('copied');
      },
      () => {
        say('this browser does not permit it');
      },
    );
  };
  return (
    <span>
      <button type="button" class="quiet" onClick={copy}>
        {label}
      </button>
      <span role="status" class="said">
        {said}
      </span>
    </span>
  );
}
