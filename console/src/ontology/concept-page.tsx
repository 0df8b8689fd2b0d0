import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { Concept, Model, Relationship } from '../model/model';
import { Choice } from '../parts/choice';
import { concernsConcept } from '../model/policies';
import { OnDemand } from '../parts/on-demand';
import { PolicyList } from '../parts/policy-list';
import { conceptStatement } from '../parts/statements';
import { printRoute } from '../route';
import { PathChooser } from './path-chooser';
import { Picture } from './picture';
import { SourcesOfConcept } from './sources-of-concept';

interface Props {
  readonly model: Model;
  readonly concept: Concept;
}

const VIEWS = [
  ['picture', 'Picture'],
  ['table', 'List'],
] as const;
type View = (typeof VIEWS)[number][0];

/** What a concept is: its place in the ontology, its properties, and where its relationships lead. */
export function ConceptPage({ model, service, concept }: Props & { readonly service: Service }): JSX.Element {
  const { name, description, rule } = concept;
  const [shown, setShown] = useState<View>('picture');
  return (
    <article>
      <h1>{name}</h1>
      {description !== '' && <p>{description}</p>}
      <Ways model={model} concept={concept} />
      <Kinship model={model} concept={concept} />
      {rule !== undefined && (
        <p>
          Its entities are <code>{rule}</code>
        </p>
      )}
      <h2>Relationships</h2>
      <Choice name="How relationships are shown" options={VIEWS} value={shown} onChoose={setShown} />
      {shown === 'picture' ? <Picture model={model} start={name} /> : <Relationships model={model} concept={concept} />}
      <Properties concept={concept} />
      <OnDemand title="Choose columns along its relationships">
        {() => <PathChooser model={model} concept={concept} />}
      </OnDemand>
      <OnDemand title="Masks and filters of its entities">
        {() => (
          <PolicyList
            ontology={model.name}
            service={service}
            isListed={(policy) => concernsConcept(model, concept, policy)}
          />
        )}
      </OnDemand>
      <OnDemand title="Where its values come from">
        {() => <SourcesOfConcept service={service} ontology={model.name} concept={name} />}
      </OnDemand>
    </article>
  );
}

/** Where one goes from the concept. */
function Ways({ model, concept }: Props): JSX.Element {
  const { name } = concept;
  return (
    <p class="actions">
      <a class="button" href={printRoute({ screen: 'data', ontology: model.name, concept: name, filter: '' })}>
        See its entities
      </a>
      <a
        class="button"
        href={printRoute({ screen: 'ask', ontology: model.name, statement: conceptStatement(concept) })}
      >
        Ask in SQL
      </a>
    </p>
  );
}

function Kinship({ model, concept: { parents, children, keys, labels } }: Props): JSX.Element {
  return (
    <dl class="facts">
      <Fact title="Inherits from" model={model} names={parents} />
      <Fact title="Inherited by" model={model} names={children} />
      {keys.length > 0 && <Plain title="Identified by" names={keys} />}
      {labels.length > 0 && <Plain title="Shown as" names={labels} />}
    </dl>
  );
}

function Fact({
  title,
  model,
  names,
}: {
  readonly title: string;
  readonly model: Model;
  readonly names: readonly string[];
}): JSX.Element | null {
  if (names.length === 0) return null;
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        {names.map((name) => (
          <ConceptLink key={name} model={model} name={name} />
        ))}
      </dd>
    </div>
  );
}

function Plain({ title, names }: { readonly title: string; readonly names: readonly string[] }): JSX.Element {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{names.join(', ')}</dd>
    </div>
  );
}

function ConceptLink({ model, name }: { readonly model: Model; readonly name: string }): JSX.Element {
  return <a href={printRoute({ screen: 'ontology', ontology: model.name, concept: name })}>{name}</a>;
}

function Relationships({ model, concept }: Props): JSX.Element {
  if (concept.relationships.length === 0) return <p>None.</p>;
  return (
    <div class="scroll" tabindex={0} role="region" aria-label="Relationships">
      <table>
        <thead>
          <tr>
            <th scope="col">Relationship</th>
            <th scope="col">Leads to</th>
            <th scope="col">Inverse</th>
          </tr>
        </thead>
        <tbody>
          {concept.relationships.map((relationship) => (
            <tr key={`${relationship.name} ${relationship.to}`}>
              <td>{relationship.name}</td>
              <td>
                {relationship.cardinality} <ConceptLink model={model} name={relationship.to} />
                {describeSteps(relationship)}
              </td>
              <td>{relationship.inverse}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function describeSteps({ transitive }: Relationship): string {
  return transitive === null ? '' : `, over up to ${transitive} steps`;
}

function Properties({ concept: { properties } }: { readonly concept: Concept }): JSX.Element {
  return (
    <>
      <h2>Properties</h2>
      <div class="scroll" tabindex={0} role="region" aria-label="Properties">
        <table>
          <thead>
            <tr>
              <th scope="col">Property</th>
              <th scope="col">Type</th>
              <th scope="col">Description</th>
            </tr>
          </thead>
          <tbody>
            {properties.map(({ name, type, description, isMeasure, isMulti }) => (
              <tr key={name}>
                <td>{isMeasure ? `measure.${name}` : name}</td>
                <td>
                  {type}
                  {isMulti && ', several values'}
                </td>
                <td>{description}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
