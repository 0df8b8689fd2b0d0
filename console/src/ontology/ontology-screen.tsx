import type { JSX } from 'preact';
import type { Service } from '../api/service';
import { type Concept, mainConcepts, type Model } from '../model/model';
import { viewStatement } from '../parts/statements';
import { printRoute } from '../route';
import { ConceptPage } from './concept-page';
import { ConceptTree } from './concept-tree';

interface Props {
  readonly model: Model;
  readonly service: Service;
  readonly selected: string | undefined;
}

/** The tree of all concepts, and the page of one of them. */
export function OntologyScreen({ model, service, selected }: Props): JSX.Element {
  const concept = selected === undefined ? undefined : model.concepts.get(selected);
  return (
    <div class="columns">
      <ConceptTree model={model} selected={selected} />
      <section>
        {selected !== undefined && concept === undefined && (
          <p role="alert">There is no concept “{selected}” in this ontology.</p>
        )}
        {concept === undefined ? (
          <Overview model={model} />
        ) : (
          <ConceptPage key={concept.name} model={model} service={service} concept={concept} />
        )}
      </section>
    </div>
  );
}

function Overview({ model }: { readonly model: Model }): JSX.Element {
  const views = Object.entries(model.views);
  return (
    <>
      <h1>{model.name}</h1>
      <p>
        {model.concepts.size} concepts and {views.length} views. Begin with one of these, or search.
      </p>
      <ul class="cards">
        {mainConcepts(model).map((concept) => (
          <ConceptCard key={concept.name} model={model} concept={concept} />
        ))}
      </ul>
      {views.length > 0 && <h2>Views</h2>}
      <dl>
        {views.map(([name, { description }]) => (
          <div key={name}>
            <dt>
              <a href={printRoute({ screen: 'ask', ontology: model.name, statement: viewStatement(name) })}>{name}</a>
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function ConceptCard({ model, concept }: { readonly model: Model; readonly concept: Concept }): JSX.Element {
  return (
    <li>
      <a href={printRoute({ screen: 'ontology', ontology: model.name, concept: concept.name })}>{concept.name}</a>
      <p>{concept.description}</p>
      <small>
        {concept.properties.length} properties, {concept.relationships.length} relationships
      </small>
    </li>
  );
}
