import type { CallBuilder } from '../call-builder.ts'
import { isPlainFilter } from './check-program-text.ts'

/** Filters of `gh` are those of jq, and see its environment. */
export function checkGhFilter(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (/^(?:-q|--jq)$/.test(option.name) && !(value?.static === true && isPlainFilter(value.text)))
      call.gadget(index, `the filter ${value?.text ?? ''} may show the environment`)
  }
}

/** `gh api` reads by default; another method changes something. GraphQL sends fields. */
export function checkGhApi(call: CallBuilder): void {
  checkGhFilter(call)
  for (const { word, index } of call.parsed.operands)
    if (word.text.includes('://')) {
      call.host(word)
      call.gadget(index, `${word.text} is somewhere else`)
    }
  for (const { option, value, index } of call.parsed.options) {
    if (option.role === 'pattern' && !/^(?:GET|HEAD)$/i.test(value?.text ?? ''))
      call.gadget(index, `${value?.text ?? ''} changes something`)
  }
}
