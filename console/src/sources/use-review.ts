import { useEffect, useState } from 'preact/hooks';
import type { Service } from '../api/service';
import type { PlacedFault } from '../editor/editor';
import { faultOf } from '../parts/use-loaded';
import { readWarning } from './findings';
import { withPassword } from './with-password';

/** What the service found in a script; undefined before it was checked. */
export type Findings = readonly PlacedFault[] | undefined;

interface Options {
  readonly service: Service;
  readonly text: string;
  /** The password of the data source, which the script does not contain. */
  readonly password: string | undefined;
  /** The ontology that the script changes; undefined: it defines a new one. */
  readonly into: string | undefined;
  /** Called with the name of the ontology that was changed or created. */
  readonly onApply: (ontology: string) => void;
}

interface Review {
  readonly findings: Findings;
  /** Whether the service works on the script. */
  readonly waits: boolean;
  readonly check: () => void;
  readonly apply: () => void;
}

const WITHOUT_SOURCE: PlacedFault = {
  message: 'The password could not be added: no line of the script defines a data source.',
  hint: 'write CREATE DATASOURCE with its OPTIONS in one line',
};

/** Checks a script, at first without being asked, and applies it. What was found is forgotten when the text changes. */
export function useReview({ service, text, password, into, onApply }: Options): Review {
  const [found, setFound] = useState<{ readonly text: string; readonly findings: Findings }>();
  const [waits, setWaits] = useState(false);
  const send = async (use: (complete: string) => Promise<Findings>): Promise<void> => {
    setWaits(true);
    const complete = password === undefined ? text : withPassword(text, password);
    try {
      setFound({ text, findings: complete === undefined ? [WITHOUT_SOURCE] : await use(complete) });
    } catch (error) {
      setFound({ text, findings: [faultOf(error)] });
    }
    setWaits(false);
  };
  const check = (): void => {
    void send(async (complete) => (await service.check(into ?? 'system', complete)).map(readWarning));
  };
  const apply = (): void => {
    void send(async (complete) => {
      onApply(into === undefined ? await createOntology(service, complete) : await change(service, into, complete));
      return undefined;
    });
  };
  useEffect(check, []);
  return { findings: found?.text === text ? found.findings : undefined, waits, check, apply };
}

/** Sends a script that creates an ontology, and returns its name. */
async function createOntology(service: Service, script: string): Promise<string> {
  const before = await service.ontologies();
  await service.query('system', script);
  const after = await service.ontologies();
  return after.find((name) => !before.includes(name)) ?? after[0] ?? '';
}

async function change(service: Service, ontology: string, script: string): Promise<string> {
  await service.query(ontology, script);
  return ontology;
}
