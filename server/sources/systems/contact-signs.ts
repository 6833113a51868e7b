// Signs of the contact page in content systems.
import { contactSign } from '../../../shared/constants.ts'

const contactSigns: unknown[] = [contactSign, 'contact-us']

export function isContactSign(sign: unknown): boolean {
  return contactSigns.includes(sign)
}

/** The sign of the contact page of this site instead of those that systems have. */
export function ownSignOf<Sign extends string | undefined>(sign: Sign): Sign | typeof contactSign {
  return isContactSign(sign) ? contactSign : sign
}
