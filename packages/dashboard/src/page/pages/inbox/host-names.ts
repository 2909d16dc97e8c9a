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
  return { readable, isMixed: /[a-z]/i.test(host.replaceAll('xn--', '')) && (hasOther || isEncoded) }
}

function encodedName(host: string): string {
  try {
    return new URL(`http://${host}/`).host
  } catch {
    return host
  }
}
