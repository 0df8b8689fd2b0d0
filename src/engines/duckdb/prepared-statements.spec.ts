import { ShortAnswers } from './prepared-statements';

describe('ShortAnswers', () => {
  const note = (answers: ShortAnswers, text: string): boolean[] =>
    Array.from(text, (answer) => {
      const expected = answers.expects('sql');
      answers.note('sql', answer === 's');
      return expected;
    });

  it('expects few rows of a statement that returned few, and of no other', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'sss')).toEqual([false, true, true]);
    expect(answers.expects('another')).toBe(false);
  });

  it('needs more short results after each wrong prediction', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'llsl')).toEqual([false, false, false, true]);
    expect(note(answers, 'ssl')).toEqual([false, false, true]);
    expect(note(answers, 'sssss')).toEqual([false, false, false, false, true]);
    for (let time = 0; time < 20; time++) note(answers, `${'s'.repeat(64)}l`);
    expect(note(answers, 's'.repeat(65)).indexOf(true)).toBe(64);
  });
});
