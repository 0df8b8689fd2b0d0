import { type Ontology } from '../../model';
import { planView, viewColumns } from '../change/view-columns';
import { placesOf } from './mapping-sources';
import { flag, modelRows, type ModelRows, orNull } from './model-rows';

/** Returns the rows of `sys_views`. `number_of_rows` is null: a count would include rows that policies hide from the caller. */
export function sysViews(ontology: Ontology, serviceName: string): ModelRows {
  const columns = {
    view_name: 'string',
    description: 'string',
    is_cube: 'integer',
    tables: 'string',
    number_of_rows: 'bigint',
    view_properties: 'string',
  } as const;
  const rows = [...ontology.views.values()].map((view) => {
    const { columns: found, mappings } = planView(ontology, view, serviceName);
    const { tables } = placesOf(ontology, mappings);
    const properties = found.map(({ name, type }) => `${name} ${type}`).join(',');
    return [view.name, orNull(view.description), flag(view.isCube), orNull(tables), null, properties];
  });
  return modelRows(columns, rows);
}

/** Returns the rows of `sys_view_properties`. */
export function sysViewProperties(ontology: Ontology, serviceName: string): ModelRows {
  const columns = { view_name: 'string', property_name: 'string', property_type: 'string' } as const;
  const rows = [...ontology.views.values()].flatMap((view) =>
    viewColumns(ontology, view, serviceName).map((column) => [view.name, column.name, column.type]),
  );
  return modelRows(columns, rows);
}
