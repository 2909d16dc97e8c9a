import type { CallBuilder } from '../call-builder.ts'

/** A jq filter can read the environment and, by `import`, other files. */
export function checkJq(call: CallBuilder): void {
  // yq names its mode first: `yq eval FILTER`.
  const filter = call.parsed.operands.find(({ word }) => !/^(?:eval(?:-all)?|ea?)$/.test(word.text))
  if (filter === undefined) return
  if (!filter.word.static || filter.word.text.length > 4_000) {
    call.gadget(filter.index, 'the filter is not known beforehand, or too long to read')
    return
  }
  const code = filter.word.text.replace(/"(?:[^"\\(]|\\[^(])*"/g, '""')
  if (
    /(?<![.\w])(?:env|load|load_str|eval|strenv|envsubst|include|import|input_filename|get_search_list|modulemeta|system)\b|\$ENV|\$__prog_args/.test(
      code,
    )
  ) {
    call.gadget(filter.index, 'the filter reads the environment or other files')
  }
}
