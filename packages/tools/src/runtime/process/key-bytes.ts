/** The effect of a key without a terminal: it sends bytes, raises a signal like a terminal, or ends the input. */
export type KeyStroke =
  | { readonly kind: 'bytes'; readonly text: string }
  | { readonly kind: 'signal'; readonly signal: 'SIGINT' | 'SIGQUIT' | 'SIGTSTP' }
  | { readonly kind: 'end' }

const bytes = (text: string): KeyStroke => ({ kind: 'bytes', text })

const named: ReadonlyMap<string, KeyStroke> = new Map([
  ['enter', bytes('\n')],
  ['tab', bytes('\t')],
  ['space', bytes(' ')],
  ['escape', bytes('\u001B')],
  ['backspace', bytes('\u007F')],
  ['up', bytes('\u001B[A')],
  ['down', bytes('\u001B[B')],
  ['right', bytes('\u001B[C')],
  ['left', bytes('\u001B[D')],
  ['home', bytes('\u001B[H')],
  ['end', bytes('\u001B[F')],
  ['page-up', bytes('\u001B[5~')],
  ['page-down', bytes('\u001B[6~')],
  ['delete', bytes('\u001B[3~')],
  ['ctrl-c', { kind: 'signal', signal: 'SIGINT' }],
  ['ctrl-\\', { kind: 'signal', signal: 'SIGQUIT' }],
  ['ctrl-z', { kind: 'signal', signal: 'SIGTSTP' }],
  ['ctrl-d', { kind: 'end' }],
])

/** The names of keys that have one. */
export const keyNames: readonly string[] = [...named.keys()]

/** A named key, any other control key as `ctrl-x`, or one character as itself. Undefined for anything else. */
export function readKey(key: string): KeyStroke | undefined {
  const known = named.get(key.toLowerCase())
  if (known !== undefined) return known
  const control = /^ctrl-([a-z])$/i.exec(key)?.[1]
  if (control !== undefined) return bytes(String.fromCharCode(control.toLowerCase().charCodeAt(0) - 96))
  return [...key].length === 1 ? bytes(key) : undefined
}
