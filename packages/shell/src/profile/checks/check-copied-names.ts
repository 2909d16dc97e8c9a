import type { CallBuilder } from '../call-builder.ts'

/**
 * A folder whose content is copied over another one brings names that no word of the line says, `.git` among them: into
 * the workspace itself that is more than copying what was named.
 */
export function checkCopiedNames(call: CallBuilder): void {
  const target = call.parsed.options.find(({ option }) => /^(?:-t|--target-directory)$/.test(option.name))?.value
  const words = call.parsed.operands
  const destination = target ?? words.at(-1)?.word
  if (destination === undefined) return
  const sources = target === undefined ? words.slice(0, -1) : words
  const isOpen =
    /^(?:\.{0,2}\/?)+$|\/\.{1,2}\/?$/.test(destination.text) || destination.text.replace(/\/+$/, '') === call.cwd
  for (const { word, index } of sources) {
    const contents =
      /(?:^|\/)\.{1,2}\/?$|\/$/.test(word.text) || word.pattern || call.has('-T', '--no-target-directory')
    if (contents && (isOpen || !destination.static))
      call.gadget(index, `${word.text} brings names that the line does not say`)
    else if (contents && /\/\.[^/]*[*?[]/.test(word.text)) call.gadget(index, `${word.text} may bring hidden files`)
  }
}
