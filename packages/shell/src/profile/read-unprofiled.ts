import { sliceWord, type Word } from '../word/word.ts'
import type { CallBuilder } from './call-builder.ts'

/**
 * A program without a profile has no gadgets and is never read-only; words that look like a path or URL are still
 * judged as one, each path as if it were written.
 */
export function readUnprofiled(call: CallBuilder): void {
  call.change(`${call.argv[0]?.text ?? ''} is not a known read-only program`)
  call.strays('nobody knows which files it touches')
  for (const word of call.argv.slice(1)) {
    const value = attachedValue(word)
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(value.text)) call.host(value)
    else if (/^[~/]|(?:^|\/)\.\.(?:\/|$)/.test(value.text) || looksLikeFile(value.text)) call.path(value, 'write')
  }
}

/** The part of a word that may be a path: after `--name=`, `name=`, `@`, or the letter of a short option. */
function attachedValue(word: Word): Word {
  const named = /^(?:-{1,2}[\w.-]+=|[\w.-]+=|@|-[A-Za-z](?=[~/.@]))@?/.exec(word.text)
  return named === null ? word : sliceWord(word, named[0].length)
}

function looksLikeFile(text: string): boolean {
  return (
    /(?:^|\/)\.[\w-]/.test(text) || /^[\w.-]+\.(?:pem|key|p12)$/i.test(text) || /(?:^|\/)id_(?:rsa|ed25519)/.test(text)
  )
}
