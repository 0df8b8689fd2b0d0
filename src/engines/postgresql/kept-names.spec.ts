import { KeptNames } from './kept-names';

const SQL = 'SELECT a FROM things WHERE b = $1::integer';

/** Returns the statements of a connection whose server process has answered once, and which keeps one statement. */
function ownNames(): { names: KeptNames; name: string } {
  const names = new KeptNames('7');
  names.checkProcess('7');
  const name = names.nameFor({ sql: SQL }) ?? '';
  names.add(SQL, { name, fields: [] });
  return { names, name };
}

describe('KeptNames', () => {
  it('keeps no statement before the server process has answered', () => {
    expect(new KeptNames('7').nameFor({ sql: SQL })).toBeUndefined();
  });

  it.each(['8', '', null])('keeps no statement where process %j answers in place of 7', (processId) => {
    const names = new KeptNames('7');
    names.checkProcess(processId);
    names.checkProcess('7');
    expect(names.nameFor({ sql: SQL })).toBeUndefined();
  });

  it('gives a statement the same name on each connection, and another statement another name', () => {
    const [{ names, name }, other] = [ownNames(), ownNames()];
    expect(name).toBe(other.name);
    expect(name).toMatch(/^oqs_[\w-]{43}$/);
    expect(names.nameFor({ sql: `${SQL} ` })).not.toBe(name);
  });

  it('rejects the answer of another server process, and keeps nothing any more', () => {
    const { names } = ownNames();
    names.checkProcess('7');
    expect(names.find(SQL)).toBeDefined();
    const failure = (() => {
      try {
        names.checkProcess('8');
        return undefined;
      } catch (error) {
        return error;
      }
    })();
    expect(names.forgetAfter(failure, SQL)).toBe(true);
    expect(names.find(SQL)).toBeUndefined();
    expect(names.nameFor({ sql: SQL })).toBeUndefined();
    expect(names.takeClosable()).toEqual([]);
  });

  it('closes a statement whose columns have changed, and keeps it again', () => {
    const { names, name } = ownNames();
    expect(names.forgetAfter({ code: '0A000', routine: 'RevalidateCachedQuery' }, SQL)).toBe(true);
    expect(names.find(SQL)).toBeUndefined();
    expect(names.takeClosable()).toEqual([name]);
    expect(names.takeClosable()).toEqual([]);
    expect(names.nameFor({ sql: SQL })).toBe(name);
  });

  it('does not run a statement again for other errors', () => {
    const { names } = ownNames();
    for (const error of [{ code: '0A000', routine: 'numeric_int4' }, { code: '22012' }, new Error('Connection terminated')]) expect(names.forgetAfter(error, SQL)).toBe(false); // prettier-ignore
    expect(names.find(SQL)).toBeDefined();
  });
});
