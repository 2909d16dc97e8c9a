import { joinWords } from '../../unwrap/join-words.ts'
import type { CallBuilder } from '../call-builder.ts'

/** The words after the host are a command line for the shell there. Without them it opens a shell. */
export function checkSsh(call: CallBuilder): void {
  const [, ...words] = call.parsed.operands
  if (words.length > 0)
    call.run({ kind: 'script', text: joinWords(words.map((operand) => operand.word)), positional: [], denyOnly: true })
  else if (!call.has('-V', '-G', '-Q', '-N')) call.gadget(-1, 'opens a shell elsewhere')
}
