// Form validation: accepted and rejected values, in both languages.
import t from 'tap'
import { type FormField, type FormValues, formFields, formProduct, tidy } from '../../shared/form.ts'
import { checkedValues, checkForm } from '../../shared/form-check.ts'
import { createTranslate } from '../../shared/i18n/translate.ts'
import { en } from '../../shared/messages/en.ts'

const good: FormValues = {
  name: '欧阳 Ñandú-O’Neil',
  contact: 'a@b.example',
  message: '水\n\t表',
  consent: 'yes',
}
const translate = createTranslate(en, 'en')
const wrong = (values: FormValues) => Object.keys(checkForm({ ...good, ...values }, translate))

t.test('international names, e-mail addresses and phone numbers are valid', async (t) => {
  t.strictSame(wrong({}), [])
  const right = [
    'wang@例子.公司',
    '+86 574 8765 4321',
    '（0574）８７６５４３２１',
    '0574-87654321 转 801',
    '+1 (555) 010-9999 ext. 12',
    '+1 555 010 9999 EXT 12',
    'a@b.co.example',
  ]
  for (const contact of right) t.strictSame(wrong({ contact }), [], contact)
  for (const contact of [
    'wang',
    'a@b',
    'a@b..example',
    '1234',
    'call me 13800138000',
    '13800138000 call me',
    '1-2-3-4',
    'a b@c.example',
    'a@b.example c',
  ])
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
  t.strictSame(wrong({ product: '1'.repeat(formProduct.limit) }), [])
  t.strictSame(wrong({ product: '1'.repeat(formProduct.limit + 1) }), ['product'])
})

t.test('values are trimmed, line ends normalized, and what nobody sees is removed', async (t) => {
  t.equal(tidy(' \u3000a\r\nb\rc \n'), 'a\nb\nc')
  t.equal(tidy('\u202a+86 574\u202c\u200b\ufeff'), '+86 574')
  t.equal(tidy('a\u000bb\tc'), 'a\nb\tc')
  t.equal(tidy('a\tb'), 'a b', 'one line')
  t.equal(tidy('👩\u200d🔧'), '👩\u200d🔧')
})

t.test('an error says what is missing or wrong', async (t) => {
  const names = ['name', 'contact', 'message', 'consent'] as const
  t.strictSame(
    checkForm({}, translate),
    Object.fromEntries(names.map((name) => [name, en[`form.error.${name}`]])),
  )
  const field = (type: FormField['type'], name: string = type): FormField => {
    const choices = ['a', 'b'].map((value) => ({ value, label: {} }))
    return { name, type, label: {}, required: true, limit: 9, autoComplete: 'off', choices }
  }
  const rows: [field: FormField, valid: string, invalid: string, key: keyof typeof en][] = [
    [field('email'), 'a@b.cd', '1234567', 'form.error.email'],
    [field('tel'), '12345', 'a@b.cd', 'form.error.tel'],
    [field('select'), 'b', 'c', 'form.error.choice'],
    [field('contact'), '12345', 'c', 'form.error.unreachable'],
    [field('checkbox'), 'yes', 'no', 'form.error.required'],
    [field('text', 'name'), 'a', '', 'form.error.required'],
  ]
  for (const [one, valid, invalid, key] of rows) {
    t.strictSame(checkForm({ [one.name]: valid }, translate, [one]), {})
    t.strictSame(checkForm({ [one.name]: invalid }, translate, [one]), { [one.name]: en[key] }, key)
  }
  const tooLong = { text: translate('form.error.tooLong', { limit: 9 }) }
  t.strictSame(checkForm({ text: 'x'.repeat(10) }, translate, [field('text')]), tooLong)
})

t.test('a client may send email or phone instead of contact, and no consent', async (t) => {
  const fields = ['name', 'contact'].map((name) => ({ ...formFields.name, name }))
  const checked = (values: FormValues) => checkedValues({ name: 'a', other: 'x', ...values }, fields)
  const rows: [values: FormValues, contact: string][] = [
    [{ email: 'e', phone: 'p' }, 'e'],
    [{ email: '', phone: 'p' }, 'p'],
    [{ contact: 'c', email: 'e' }, 'c'],
    [{ contact: '', email: 'e' }, ''],
    [{}, ''],
  ]
  for (const [values, contact] of rows) t.strictSame(checked(values), { consent: 'yes', name: 'a', contact })
  t.strictSame(checked({ product: '7' }), { consent: 'yes', name: 'a', product: '7', contact: '' })
})
