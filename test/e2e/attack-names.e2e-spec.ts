import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_ADDRESS_LENGTH } from '../../src/http/requests/limits';
import { readCorpora } from '../support/attack-corpora';
import { type Position, POSITIONS } from '../support/attack-positions';
import { type AttackedOntology, type AttackedService, openAttackedService } from '../support/attack-service';
import { inParallel } from '../support/keep-alive-client';
import { findFaultsOfLog, findLeak } from '../support/leaks';
import { describeWithMariaDb, describeWithTestData } from '../support/services';
import { timeLimit, Trials, turnOf } from '../support/trials';

const CONCURRENCY = 8;

/** Turns in which an input is not tried: without `ATTACK_FULL=1` a position gets every fourth input, on one engine or the other. */
const IDLE: readonly undefined[] = Array.from({ length: 6 }, () => undefined);

describeWithTestData('attack', 'attack inputs', () => {
  describeWithMariaDb('in every part of a request', () => {
    const inputs = readCorpora().flatMap((corpus) => corpus.inputs);
    const trials = new Trials();
    let service: AttackedService;
    beforeAll(async () => {
      service = await openAttackedService(['first', 'second', 'third']);
    }, timeLimit(60_000));
    afterAll(() => {
      trials.print('attack inputs');
      return service.close();
    });

    /** What is wrong with the answer to an input in a position. */
    async function judge(position: Position, input: Buffer, { name }: AttackedOntology): Promise<string | undefined> {
      const request = position.requestOf(input, name);
      if (request === undefined) return undefined;
      const { status, bytes } = await service.reader.send(request);
      const text = bytes.toString();
      const isMeant = status === 200 && position.known?.test(input.toString()) === true;
      // a long address arrives in several packets, and the one with the fault does not show that it belongs to an address
      const isTooLong = status === 431 && request.address.length > MAX_ADDRESS_LENGTH;
      if (!isMeant && !isTooLong && !position.statuses.includes(status))
        return `answered ${status}: ${text.slice(0, 300)}`;
      const isExplained = status === 200 && /explain/i.test(position.name + input.toString());
      const leak = isExplained
        ? undefined
        : findLeak(text, service.secrets, status === 200 ? undefined : input.toString());
      return leak && `tells ${leak}: ${text.slice(0, 300)}`;
    }

    it.each(POSITIONS.map((position, index) => [position.name, position, index] as const))(
      'change nothing, cause no server error and disclose nothing as %s',
      async (_, position, index) => {
        const faults: string[] = [];
        await inParallel(inputs.entries(), CONCURRENCY, async ([place, input]) => {
          for (const ontology of turnOf([...service.ontologies, ...IDLE], place + index))
            if (ontology !== undefined && position.requestOf(input, '') !== undefined)
              await trials.attempt(faults, position.name, input, () => judge(position, input, ontology));
        });
        expect(faults).toEqual([]);
      },
      timeLimit(300_000),
    );

    it('are logged as one line for each request, without headers or values', async () => {
      const { headers } = await service.reader.send({ address: '/svc/api/get_ontologies/' });
      while (!service.log().includes(`"${headers['x-request-id'] as string}"`)) await sleep(20);
      expect(findFaultsOfLog(service.log(), service.secrets)).toEqual([]);
      const lines = service
        .log()
        .split('\n')
        .filter((line) => line.includes('"request_id":"attack-'));
      const requests = lines.filter((line) => line.includes('"msg":"request"'));
      const logged = requests.map((line) => /"request_id":"(attack-\d+)"/.exec(line)?.[1]);
      expect(logged).toHaveLength(new Set(logged).size);
      expect(new Set(logged)).toEqual(service.reader.identified);
      const others = lines.filter((line) => !line.includes('"msg":"request"'));
      expect(others.filter((line) => !line.includes('"msg":"source_timed_out"'))).toEqual([]);
    });
  });
});
