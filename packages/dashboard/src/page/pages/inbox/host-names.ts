/** A host name whose letters may deceive. */
export interface HostNames {
  /** The name as it would look, with letters of other scripts. */
  readonly readable: string
  /** True if it mixes letters of several scripts. */
  readonly isMixed: boolean
}

/** Returns the two forms of a host name that has letters beyond ASCII, in either form; undefined for any other. */
export function hostNames(text: string): HostNames | undefined {
  const host = text.replace(/^[a-z][\w+.-]*:\/\//i, '').replace(/[:/].*$/, '')
  const isEncoded = host.split('.').some((label) => label.startsWith('xn--'))
  const hasOther = [...host].some((letter) => letter.charCodeAt(0) > 0x7f)
  if (!isEncoded && !hasOther) return undefined
  const encoded = encodedName(host)
  const readable = hasOther ? `${host} = ${encoded}` : host
  return { readable, isMixed: hasOther && mixesLetters(host) }
}

/** Returns the origin with its host in the form in which it is looked up, which has no letters that look like others. */
export function encodedOrigin(text: string): string {
  return text.replace(/^([a-z][\w+.-]*:\/\/)?([^:/]*)/i, (_, scheme: string | undefined, host: string) =>
    /^[\u0020-\u007e]*$/.test(host) ? `${scheme ?? ''}${host}` : `${scheme ?? ''}${encodedName(host)}`,
  )
}

const likeLatin = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u

/**
 * Returns true if a text has a word, or a host, with Latin letters and letters of a script that looks like Latin: `раyroll`.
 */
export function mixesLetters(text: string): boolean {
  return (text.match(/[\p{L}\p{M}.]+/gu) ?? []).some((word) => likeLatin.test(word) && /\p{Script=Latin}/u.test(word))
}

function encodedName(host: string): string {
  try {
    return new URL(`http://${host}/`).host
  } catch {
    return host
  }
}
