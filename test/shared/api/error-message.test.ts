// Message of an error body.
import t from 'tap'
import { errorMessage } from '../../../shared/api/error-message.ts'
import { en } from '../../../shared/messages/en.ts'
import { zh } from '../../../shared/messages/zh.ts'

const bodies: [body: unknown, message: string][] = [
  ['not JSON', 'not JSON'],
  ['', ''],
  [{ message: 'plain' }, 'plain'],
  [{ errors: { a: ['x', 'y'], b: ['z'] } }, 'x,y;z'],
  [{ errors: { a: 'x', b: ['y'] }, message: 'not this' }, 'x;y'],
  [{ errors: ['x'], message: 'plain' }, 'plain'],
  [{ errors: null, message: 'plain' }, 'plain'],
  [{ message: 42 }, ''],
  [{}, ''],
  [null, ''],
  [undefined, ''],
  [['x'], ''],
  [42, ''],
]

t.test('a string, a map of errors, or a message', async (t) => {
  for (const [body, message] of bodies) t.equal(errorMessage(body), message, JSON.stringify(body))
})

t.test('the default texts', async (t) => {
  t.equal(zh['error.system'], '系统出错')
  t.equal(zh['error.transport'], '服务端错误')
  t.ok(en['error.system'] && en['error.transport'])
})
