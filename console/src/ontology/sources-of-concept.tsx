import type { JSX } from 'preact';
import type { Result, Service } from '../api/service';
import { ResultTable } from '../parts/result-table';
import { Show } from '../parts/show';
import { quoteText } from '../parts/statements';
import { useQuery } from '../parts/use-query';

interface Props {
  readonly service: Service;
  readonly ontology: string;
  readonly concept: string;
}

/** The tables and columns that the values of a concept come from. */
export function SourcesOfConcept({ service, ontology, concept }: Props): JSX.Element {
  const statement = `SELECT target_property AS property, source_datasource AS data_source, source_table AS \`table\`, source_column AS \`column\`
FROM svc.sys_lineage WHERE target_type = 'concept' AND target_name = ${quoteText(concept)}`;
  const columns = useQuery(service, ontology, statement);
  const empty = `No mapping is defined for ${concept} itself.`;
  return (
    <Show of={columns}>{(result: Result) => <ResultTable caption="Columns" empty={empty} result={result} />}</Show>
  );
}
