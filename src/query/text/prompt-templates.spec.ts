import { PROMPT_TEMPLATES } from './prompt-templates';

/** The values that agent frameworks have for each prompt when they format it; any other placeholder is an error there. */
const FILLED: Readonly<Record<string, readonly string[]>> = {
  identify_concept: ['question', 'concepts', 'note'],
  generate_sql: [
    ...['question', 'note', 'current_date', 'datasource_type', 'schema', 'concept', 'description', 'tags', 'columns'],
    ...['measures_context', 'transitive_context', 'sensitivity_context', 'max_limit'],
  ],
  generate_sql_reasoning: ['question', 'sql_query'],
  generate_answer: ['question', 'formatted_rows', 'additional_context', 'note'],
};

const BRACES = /\{\{|\}\}|\{(\w+)\}|[{}]/g;

/** Fills a template as `str.format` of Python does; a brace that is neither doubled nor around a name is an error. */
function fill(template: string, values: ReadonlyMap<string, string>): string {
  return template.replace(BRACES, (found, name: string | undefined) => {
    if (found === '{{' || found === '}}') return found.charAt(0);
    const value = values.get(name ?? '');
    if (value === undefined) throw new Error(`nothing fills ${found}`);
    return value;
  });
}

describe('prompts for language models', () => {
  it('are those that agent frameworks ask for', () => {
    expect([...PROMPT_TEMPLATES.keys()]).toEqual(Object.keys(FILLED));
  });

  it.each(Object.entries(FILLED))(
    '%s has the placeholders that are filled, and contains each value once',
    (name, names) => {
      const values = new Map(names.map((known) => [known, `<the ${known}>`]));
      const messages = PROMPT_TEMPLATES.get(name) ?? [];
      const text = messages.map(({ template }) => fill(template, values)).join('\n');
      expect(messages.map(({ role }) => role)).toEqual(['system', 'human']);
      for (const value of values.values()) expect(text.split(value)).toHaveLength(2);
    },
  );

  it.each([
    ['identify_concept', '{"result": '],
    ['generate_sql', '{"result": '],
    ['generate_sql_reasoning', '{"assessment": '],
  ])('%s asks for the JSON that is read', (name, begin) => {
    const [system] = PROMPT_TEMPLATES.get(name) ?? [];
    const filled = fill(system?.template ?? '', new Map((FILLED[name] ?? []).map((known) => [known, ''])));
    expect(filled.split('\n').at(-1)).toMatch(new RegExp(`^\\${begin}.*\\}$`));
  });
});
