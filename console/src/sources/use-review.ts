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
  /** Called with the name of the ontology that was created. */
  readonly onCreate: (ontology: string) => void;
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
export function useReview({ service, text, password, onCreate }: Options): Review {
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
    void send(async (complete) => (await service.check('system', complete)).map(readWarning));
  };
  const apply = (): void => {
    void send(async (complete) => {
      const before = await service.ontologies();
      await service.query('system', complete);
      const after = await service.ontologies();
      onCreate(after.find((name) => !before.includes(name)) ?? after[0] ?? '');
      return undefined;
    });
  };
  useEffect(check, []);
  return { findings: found?.text === text ? found.findings : undefined, waits, check, apply };
}
