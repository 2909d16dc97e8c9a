import type { CallBuilder } from '../call-builder.ts'

/** A check that makes every operand whose text matches a gadget. */
export function refuseOperands(matching: RegExp, why: string): (call: CallBuilder) => void {
  return (call) => {
    for (const { word, index } of call.parsed.operands) if (matching.test(word.text)) call.gadget(index, why)
  }
}
