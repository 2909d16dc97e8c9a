import { sliceWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** `dd` takes `name=value` operands. Writing a file by `of=` is what it is for; the path is judged. */
export function checkDd(call: CallBuilder): void {
  for (const { word, index } of call.parsed.operands) {
    const [name = ''] = word.text.split('=', 1)
    const value = sliceWord(word, name.length + 1)
    if (name === 'if') call.path(value, 'read')
    else if (name === 'of') call.path(value, 'write')
    else if (!/^(?:bs|ibs|obs|cbs|count|skip|seek|iseek|oseek|conv|iflag|oflag|status)$/.test(name)) {
      call.gadget(index, `${word.text} is not a known operand of dd`)
    }
  }
}
