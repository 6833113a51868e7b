// Form validation: accepted and rejected values, in both languages.
import t from 'tap'
import { type FormValues, formFields, tidy } from '../../shared/form.ts'
import { checkForm } from '../../shared/form-check.ts'
import { createTranslate } from '../../shared/i18n/translate.ts'
import { en } from '../../shared/messages/en.ts'

const good: FormValues = {
  name: '欧阳 Ñandú-O’Neil',
  contact: 'a@b.example',
  message: '水\n\t表',
  consent: 'yes',
}
const wrong = (values: FormValues) =>
  Object.keys(checkForm({ ...good, ...values }, createTranslate(en, 'en')))

t.test('international names, e-mail addresses and phone numbers are valid', async (t) => {
  t.strictSame(wrong({}), [])
  const right = [
    'wang@例子.公司',
    '+86 574 8765 4321',
    '（0574）８７６５４３２１',
    '0574-87654321 转 801',
    '+1 (555) 010-9999 ext. 12',
  ]
  for (const contact of right) t.strictSame(wrong({ contact }), [], contact)
  for (const contact of ['wang', 'a@b', 'a@b..example', '1234', 'call me 13800138000', 'a b@c.example'])
    t.strictSame(wrong({ contact }), ['contact'], contact)
})

t.test('length limits are those of the field table, to the character', async (t) => {
  for (const name of ['name', 'company', 'topic', 'message'] as const) {
    const { limit } = formFields[name]
    t.strictSame(wrong({ [name]: 'x'.repeat(limit) }), [], name)
    t.strictSame(wrong({ [name]: 'x'.repeat(limit + 1) }), [name], name)
  }
})

t.test('control characters and lone surrogates are rejected', async (t) => {
  for (const character of ['\u0000', '\u007f', '\ud800'])
    t.strictSame(wrong({ message: `a${character}b` }), ['message'], JSON.stringify(character))
  t.strictSame(wrong({ topic: 'two\nlines' }), ['topic'])
  t.strictSame(wrong({ product: 'x', consent: 'on' }), ['consent', 'product'])
})

t.test('values are trimmed, line ends normalized, and what nobody sees is removed', async (t) => {
  t.equal(tidy(' \u3000a\r\nb\rc \n'), 'a\nb\nc')
  t.equal(tidy('\u202a+86 574\u202c\u200b\ufeff'), '+86 574')
  t.equal(tidy('a\u000bb\tc'), 'a\nb\tc')
  t.equal(tidy('a\tb'), 'a b', 'one line')
  t.equal(tidy('👩\u200d🔧'), '👩\u200d🔧')
})
