// Via (RFC 9110 §7.6.3): the name of this site in it, and the members of a received field that are passed on.
import { createHash } from 'node:crypto'

/** The same on all servers of a site. */
export function viaName(siteUrl: string): string {
  const digest = createHash('sha256').update(new URL(siteUrl).origin).digest('hex')
  return `site-${digest.slice(0, 16)}`
}

/** The protocol, and the name or host that received the request. */
const memberPattern = /^((?:[\w.-]{1,20}\/)?[\w.-]{1,20})[ \t]+([\w.:[\]!#$%&'*+^`|~-]{1,128})$/
const mostMembers = 20

/** The last members, without comments; what is no member is left out. */
export function viaMembers(received: string | undefined): string[] {
  if (received === undefined) return []
  const members = received.replace(/\([^()]*\)/g, '').split(',')
  const read = members.flatMap((member) => {
    const [, protocol, name] = memberPattern.exec(member.trim()) ?? []
    return protocol && name ? [`${protocol} ${name}`] : []
  })
  return read.slice(-mostMembers)
}
