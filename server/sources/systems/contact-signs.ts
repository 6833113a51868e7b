// Signs of the contact page in content systems.
import { contactSign } from '../../../shared/constants.ts'

export const contactSigns: readonly string[] = [contactSign, 'contact-us']

export function isContactSign(sign: unknown): boolean {
  return typeof sign === 'string' && contactSigns.includes(sign)
}
