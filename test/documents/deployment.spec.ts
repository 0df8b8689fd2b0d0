import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JWT_VARIABLES } from '../../src/config/jwt-settings';
import { VARIABLE_OF } from '../../src/config/variable-of';

const ROOT = join(__dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** The settings that the image itself has. */
const OF_IMAGE = ['HOST', 'PORT', 'DATA_DIR', 'NODE_ENV', 'BUILD_COMMIT'];
const VARIABLES: readonly string[] = [...Object.values(VARIABLE_OF), ...JWT_VARIABLES];

it('the image has the settings of a container, and a user that is a number', () => {
  const image = read('Dockerfile');
  const settings = [...image.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) => line!.split(' '));
  expect(settings.map((setting) => setting.split('=')[0]!).sort()).toEqual([...OF_IMAGE].sort());
  expect(image).toMatch(/^USER 1000:1000$/m);
}); // prettier-ignore

it('the compose file passes on every setting that the image does not have', () => {
  const [, service = ''] = /^ {2}service: &service\n([^]*?)\n\n {2}service2:/m.exec(read('docker-compose.yml'))!;
  const [, environment = ''] = /^ {4}environment: &settings\n((?: {6}.*\n)+)/m.exec(service)!;
  const passed = [...environment.matchAll(/^ {6}([A-Z_]+): (.*)$/gm)].map(([, name, value]) => [name, value] as const);
  expect(passed.map(([name]) => name).sort()).toEqual(VARIABLES.filter((name) => !OF_IMAGE.includes(name)).sort());
  for (const [name, value] of passed.filter(([, text]) => text?.includes(':-}'))) expect(value).toBe(`\${${name}:-}`);
});

it('the service on PostgreSQL differs from the one on MariaDB in the system database only', () => {
  const compose = read('docker-compose.yml');
  const [, service = ''] = /^ {2}service-on-postgresql:\n([^]*?)\n\n/m.exec(compose)!;
  expect(service.split('\n').map((line) => line.trim())).toEqual([
    '<<: *service',
    'profiles: [postgresql]',
    'depends_on:',
    'postgresql: { condition: service_healthy }',
    'redis: { condition: service_healthy }',
    'environment:',
    '<<: *settings',
    'DATABASE_URL: postgres://ontology:${DATABASE_PASSWORD:?set DATABASE_PASSWORD}@postgresql:5432/ontology',
  ]);
});

it('the example for Kubernetes names settings, or files with them, and the health of the service', () => {
  const example = read('deploy/kubernetes.yaml');
  const names = [...example.matchAll(/name: ([A-Z_]+), value: ([^ ]+) \}/g)].map(([, name]) => name!);
  expect(names.length).toBeGreaterThan(4);
  const [, listed = ''] = /name: DATA_SOURCE_ENVS, value: ([A-Z_]+)@/.exec(example)!;
  const known = [...VARIABLES, listed];
  expect(names.filter((name) => !known.includes(name.replace(/_FILE$/, '')))).toEqual([]);
  const keys = [...example.matchAll(/\/run\/secrets\/service\/([\w-]+)/g)].map(([, key]) => key!);
  for (const key of keys) expect(example).toMatch(new RegExp(`^  ${key}: .+$`, 'm'));
  for (const path of example.matchAll(/path: (\S+),/g)) expect(['/health/ready', '/health/live']).toContain(path[1]);
});
