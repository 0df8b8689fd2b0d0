import { ShortAnswers } from './short-answers';

describe('short answers', () => {
  const note = (answers: ShortAnswers, text: string): boolean[] =>
    Array.from(text, (answer) => {
      const expected = answers.expects('sql');
      answers.note('sql', answer === 's');
      return expected;
    });

  it('are expected of a statement that gave one, and of no other', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'sss')).toEqual([false, true, true]);
    expect(answers.expects('another')).toBe(false);
  });

  it('are believed later after each time that they were expected and did not come', () => {
    const answers = new ShortAnswers();
    expect(note(answers, 'llsl')).toEqual([false, false, false, true]);
    expect(note(answers, 'ssl')).toEqual([false, false, true]);
    expect(note(answers, 'sssss')).toEqual([false, false, false, false, true]);
    for (let time = 0; time < 20; time++) note(answers, `${'s'.repeat(64)}l`);
    expect(note(answers, 's'.repeat(65)).indexOf(true)).toBe(64);
  });
});
