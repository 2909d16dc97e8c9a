import type { CallBuilder } from '../call-builder.ts'

/** `docker run image command`: the image is spelled by a rule, and so is the command. */
export function checkMounts(call: CallBuilder): void {
  for (const { index, word } of call.parsed.operands) call.gadget(index, `starts ${word.text} in a container`)
}

/** Secrets of a cluster are not read by a rule that only says `kubectl get`. */
export function checkSecrets(call: CallBuilder): void {
  for (const { index, word } of call.parsed.operands) {
    if (/(?:^|[,/])secrets?(?:$|[,/.])/i.test(word.text)) call.gadget(index, 'shows secrets')
  }
}
