import { API } from './requests';
import { type Workload } from './workload';

/** Details of ontologies, compared with a constant of the same size: the bare server has no ontologies. */
export function metadataWorkloads(): readonly Workload[] {
  const describe = { ontology_name: 'staff', query: 'DESCRIBE CONCEPT employee' };
  const asked = [
    { id: 'h list', title: 'names of ontologies', path: `${API}/get_ontologies/` },
    { id: 'h whole', title: 'an ontology of 350 concepts', path: `${API}/get_ontology/large` },
    { id: 'h describe', title: 'DESCRIBE of a concept', path: `${API}/query/`, body: JSON.stringify(describe) },
  ];
  return asked.map(({ id, title, ...request }) => ({
    id,
    title,
    connections: 16,
    variety: 1,
    draw: 'uniform',
    ours: () => request,
    bare: 'constant',
    peer: 'constant',
  }));
}
