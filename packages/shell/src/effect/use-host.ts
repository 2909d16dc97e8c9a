import type { HostUse, Word } from '../shell-command.ts'

/** Reads the host of a URL, `user@host:path`, `host:port` or bare host. */
export function useHost(word: Word): HostUse {
  const { text } = word
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(text)?.[0] ?? ''
  const authority = text.slice(scheme.length).split(/[/?#]/, 1)[0] ?? ''
  const afterUser = authority.slice(authority.lastIndexOf('@') + 1)
  const host = afterUser.startsWith('[') ? afterUser.slice(1, afterUser.indexOf(']')) : (afterUser.split(':')[0] ?? '')
  const authorityEnd = scheme.length + authority.length
  const certain = word.static || (scheme !== '' && word.prefix.length > authorityEnd)
  return { word, host: host.toLowerCase(), certain }
}

const metadata =
  /^(?:169\.254\.\d+\.\d+|metadata(?:\.google\.internal)?|100\.100\.100\.200|fd00:ec2::254|fe80:.*|0xa9fe.*|2852039166|instance-data.*)$/

/** Numbers that the system's resolver takes for an address: `0251.0376.0251.0376`, `0xa9fea9fe`, `169.254.43518`. */
const numeric = /^(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+)){0,3}\.?$/
const dottedQuad = /^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/

/** Returns the reason that a host needs permission even if its program was granted; `undefined` if it needs none. */
export function hostObjection(use: HostUse): string | undefined {
  if (!use.certain) return `the host in ${use.word.text} is not known beforehand`
  // `ssh://-oOption/` reaches the transport program as an option.
  if (use.host.startsWith('-')) return `the host ${use.host} reads as an option`
  if (numeric.test(use.host) && !dottedQuad.test(use.host)) return `the host ${use.host} is an address in disguise`
  return metadata.test(use.host) ? `${use.host} serves machine credentials` : undefined
}
