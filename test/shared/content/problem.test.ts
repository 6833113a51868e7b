// Problems of content have both languages, with the same values.
import t from 'tap'
import { problemTexts, say } from '../../../shared/content/problem.ts'

const valuesIn = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([value]) => value).sort()

t.test('no problem lacks Chinese, and both texts have the same values', async (t) => {
  t.ok(Object.keys(problemTexts).length > 80)
  for (const [english, chinese] of Object.entries(problemTexts)) {
    t.strictSame(valuesIn(chinese), valuesIn(english), english)
    const isWordless = !/[A-Za-z]/.test(english.replace(/\{\w+\}/g, ''))
    t.ok(isWordless || /\p{Script=Han}/u.test(chinese), english)
  }
})

t.test('values are in the language of the text, and no value is read as a placeholder', async (t) => {
  const problem = say('unsafe URL: {url}; {problem}', { url: '{problem}', problem: say('must not be empty') })
  t.strictSame(problem, {
    problem: 'unsafe URL: {problem}; must not be empty',
    zh: '不安全的 URL：{problem}；不能为空',
  })
})
