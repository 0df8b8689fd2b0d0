import type { ComponentChildren, JSX } from 'preact';

interface Props<Value extends string> {
  /** What is chosen. */
  readonly name: string;
  /** The values with their labels. */
  readonly options: readonly (readonly [Value, string])[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
  /** What stands beside the buttons. */
  readonly children?: ComponentChildren;
}

/** A row of buttons of which one is pressed. */
export function Choice<Value extends string>({ name, options, value, onChoose, children }: Props<Value>): JSX.Element {
  return (
    <p class="actions" role="group" aria-label={name}>
      {options.map(([option, label]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          onClick={() => {
            onChoose(option);
          }}
        >
          {label}
        </button>
      ))}
      {children}
    </p>
  );
}
