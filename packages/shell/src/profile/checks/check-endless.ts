import type { CallBuilder } from '../call-builder.ts'

const endless = /^\/dev\/(?:zero|full|u?random)$/

/** Programs that keep what they read in memory, given a file without an end. */
export function checkEndless(call: CallBuilder): void {
  if (call.parsed.operands.some(({ word }) => endless.test(word.text))) call.gadget(-1, 'reads a file that has no end')
}
