import { LRUCache } from 'lru-cache';
import type { SessionStatement } from '../../compiler/statement';
import type { ParameterValue } from '../packets/read-parameters';
import { parameterizeLiterals } from './parameterize-literals';
import { textForm } from './text-form';

const MOST_FORMS = 500;
/** Most literals of a statement that is reused with others. */
const MOST_VALUES = 100;

/** A statement of a text. */
export interface TextStatement {
  readonly statement: SessionStatement;
  /** The values of its parameters, which stand for the literals of the text; absent: it is the statement of the text as written. */
  readonly values?: readonly ParameterValue[];
}

/** The SELECTs of earlier texts, which are reused for texts that differ only in the values with which their WHERE compares. */
export class KnownForms {
  /** By the key of the form; null where its literals are more than values. */
  private readonly statements = new LRUCache<string, { readonly reusable: SessionStatement | null }>({
    max: MOST_FORMS,
  });

  /** Returns the statements of a text, which `parse` reads where none can be reused. Places in a reused one are those in the earlier text. */
  read(text: string, parse: () => readonly SessionStatement[]): readonly TextStatement[] {
    const form = textForm(text);
    const known = form && this.statements.get(form.key);
    if (form !== undefined && known?.reusable != null)
      return [{ statement: known.reusable, values: form.literals.map(({ value }) => value) }];
    const statements = parse();
    const [statement] = statements;
    if (form !== undefined && known === undefined && statement !== undefined) {
      const canBeReused = statements.length === 1 && form.literals.length <= MOST_VALUES;
      const reusable = canBeReused ? parameterizeLiterals(statement, form.literals) : undefined;
      this.statements.set(form.key, { reusable: reusable ?? null });
    }
    return statements.map((one) => ({ statement: one }));
  }
}
