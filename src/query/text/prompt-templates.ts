/** A message of a prompt. `{name}` is a placeholder; `{{` and `}}` are braces of the text. */
export interface PromptMessage {
  readonly type: 'SystemMessage' | 'HumanMessage';
  readonly role: 'system' | 'human';
  readonly template: string;
}

const ONE_JSON_OBJECT = 'Answer with one JSON object and nothing else, without a code block around it:';

/**
 * The prompts of agent frameworks that choose a concept, write a statement, check it and answer in words with a language model of their
 * own. The placeholders are those that such frameworks fill: a template with any other would fail in them.
 */
export const PROMPT_TEMPLATES: ReadonlyMap<string, readonly PromptMessage[]> = new Map([
  [
    'identify_concept',
    prompt(
      `You choose the concept or the view of an ontology whose rows answer a question.

- Choose from the list only. Names are between backticks; after a name there may be a description and tags, which say what its rows are.
- A concept contains the rows of all concepts that inherit from it. Choose the most special one that contains all rows that the question is about.
- Properties of related concepts can be read from the chosen concept by its relationships: choose what the question lists or counts, not what it only filters by.
- Choose a view if its description fits the question better than that of any concept.

${ONE_JSON_OBJECT}
{{"result": "<the name, without backticks>", "reason": "<one sentence>"}}`,
      `Concepts and views:
{concepts}

Question: {question}

{note}`,
    ),
  ],
  [
    'generate_sql',
    prompt(
      `You write one SELECT statement that answers a question from one table of an ontology.

- Write SQL as for MySQL, with its functions; the service translates it where the data source ({datasource_type}) is another. Today is {current_date}.
- Read from the table given, with its schema. Write no JOIN: a column of a related concept is a path, as \`relationship[concept].property\`, used like any other column.
- Use only the columns listed, each name as it is listed and between backticks.
- Columns whose names begin with measure. are aggregates already: select them as they are, and group by the other columns of the SELECT list.
- Where the question compares with a text, compare the whole text unless it asks for a part.
- Name calculated columns by an alias. Order the rows where the question asks for the first, the last, the most or the least.
- Read at most {max_limit} rows, by LIMIT.

${ONE_JSON_OBJECT}
{{"result": "<the statement, without a semicolon>", "reason": "<one sentence>"}}`,
      `Table: \`{schema}\`.{concept}
{description}{tags}- Columns: {columns}
{measures_context}{transitive_context}{sensitivity_context}
Question: {question}

{note}`,
    ),
  ],
  [
    'generate_sql_reasoning',
    prompt(
      `You check whether a SQL statement over an ontology answers a question.

- Compare the columns, the conditions, the groups, the order and the number of rows with what the question asks for.
- \`relationship[concept].property\` is a column of a related concept, which needs no JOIN. Columns whose names begin with measure. are aggregates.
- correct: the rows answer the question. partial: something that it asks for is missing or too much. incorrect: the rows answer another question.

${ONE_JSON_OBJECT}
{{"assessment": "correct, partial or incorrect", "reasoning": "<what is missing or wrong, and how to mend it>"}}`,
      `Question: {question}

Statement:
{sql_query}`,
    ),
  ],
  [
    'generate_answer',
    prompt(
      `You answer a question in words from the rows of a query.

- Use nothing but the rows. If they do not contain the answer, or if there are none, say so.
- Copy numbers, dates and names as they are in the rows.
- Begin with the answer. Be short, and use the language of the question.`,
      `Question: {question}

{additional_context}Rows:
{formatted_rows}

{note}`,
    ),
  ],
]);

function prompt(system: string, human: string): readonly PromptMessage[] {
  return [
    { type: 'SystemMessage', role: 'system', template: system },
    { type: 'HumanMessage', role: 'human', template: human },
  ];
}
