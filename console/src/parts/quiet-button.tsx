import type { JSX } from 'preact';

interface Props {
  readonly label: string;
  /** What the button does to what, where its label alone does not say it. */
  readonly name?: string;
  readonly onPress: () => void;
}

/** A button beside what it concerns. */
export function QuietButton({ label, name, onPress }: Props): JSX.Element {
  return (
    <button
      type="button"
      class="quiet"
      aria-label={name}
      onClick={() => {
        onPress();
      }}
    >
      {label}
    </button>
  );
}
