// E-mail addresses that can be written into a header field and an SMTP command as they are.
import { domainToASCII } from 'node:url'

/** The address syntax of HTML (`input type=email`), a subset of RFC 5321: no quotes, commas, brackets or spaces. */
const localPart = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}$/
const domain = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const longest = 254

/** The address, with an ASCII domain; undefined where the text is not one address. */
export function emailAddress(text: string): string | undefined {
  const plain = text.normalize('NFKC').trim()
  const at = plain.lastIndexOf('@')
  const [local, host] = [plain.slice(0, at), domainToASCII(plain.slice(at + 1))]
  const isValid = at > 0 && localPart.test(local) && domain.test(host)
  return isValid && local.length + host.length < longest ? `${local}@${host}` : undefined
}
