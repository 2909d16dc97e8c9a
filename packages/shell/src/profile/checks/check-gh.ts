import type { CallBuilder } from '../call-builder.ts'

/** `gh api` reads by default; another method changes something. GraphQL sends fields. */
export function checkGhApi(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    if (option.role === 'pattern' && !/^(?:GET|HEAD)$/i.test(value?.text ?? ''))
      call.gadget(index, `${value?.text ?? ''} changes something`)
  }
}
